module github.com/genlock-go/genlock/bench

go 1.25.0

replace github.com/genlock-go/genlock => ../

require (
	github.com/genlock-go/genlock v0.0.0-00010101000000-000000000000
	github.com/looplab/fsm v1.0.3
	github.com/qmuntal/stateless v1.7.2
)

require github.com/dave/jennifer v1.7.1 // indirect
