package main

func managerBars(r run) ([]Bar, error) { return nil, nil }
