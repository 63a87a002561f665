package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
)

// The arguments of the program.
var network, stub, orderID, missing, market, party, signed = os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6], os.Args[7]

var ctx = context.Background()

// show prints the result of a call of the generated client, or its failure.
func show(call string, value any, err error) {
	result := map[string]any{"call": call, "value": value}
	if err != nil {
		result = map[string]any{"call": call, "failure": err.Error()}
	}
	line, err := json.Marshal(result)
	if err != nil {
		line, _ = json.Marshal(map[string]any{"call": call, "failure": err.Error()})
	}
	fmt.Println(string(line))
}

// must returns a client. Without one, there is nothing to call.
func must[Client any](made Client, err error) Client {
	if err != nil {
		panic(err)
	}
	return made
}
