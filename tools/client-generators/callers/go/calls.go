package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// The arguments of the program.
var baseURL, stub, orderID = os.Args[1], os.Args[2], os.Args[3]

// call prints the result of a call of the generated client, or its failure.
func call(name string, value any, err error) {
	result := map[string]any{"call": name, "value": value}
	if err != nil {
		result = map[string]any{"call": name, "failure": err.Error()}
	}
	line, _ := json.Marshal(result)
	fmt.Println(string(line))
}
