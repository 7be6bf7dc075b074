module github.com/genlock-go/genlock/internal/e2e

go 1.25.0

replace github.com/genlock-go/genlock => ../..

require (
	github.com/genlock-go/genlock v0.0.0-00010101000000-000000000000
	github.com/hanwen/go-fuse/v2 v2.12.1
	github.com/stretchr/testify v1.12.1
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.28.0
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect
