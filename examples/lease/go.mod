module example.com/lease

go 1.25.0

tool example.com/lease/internal/leases

require github.com/genlock-go/genlock v0.0.0-00010101000000-000000000000

require github.com/dave/jennifer v1.7.1 // indirect

replace github.com/genlock-go/genlock => ../..
