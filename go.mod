module github.com/genlock-go/genlock

go 1.25.0
