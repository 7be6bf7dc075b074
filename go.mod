module github.com/genlock-go/genlock

go 1.25.0

require (
	github.com/dave/jennifer v1.7.1
	github.com/stretchr/testify v1.12.1
	go.uber.org/goleak v1.3.0
	pgregory.net/rapid v1.3.0
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect

tool github.com/genlock-go/genlock/cmd/genlock
