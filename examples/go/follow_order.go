// Follows one order until it ends, with the standard library of Go 1.20 or later.
//
// usage: go run follow_order.go <order id> [<base URL>]
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

type order struct{ Status, Size, Remaining string }

// Longer than the server holds a request.
var client = http.Client{Timeout: 35 * time.Second}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: go run follow_order.go <order id> [<base URL>]")
	}
	network := "http://127.0.0.1:8080"
	if len(os.Args) > 2 {
		network = os.Args[2]
	}
	request, err := http.NewRequest("GET", network+"/api/v2/order/"+os.Args[1], nil)
	if err != nil {
		log.Fatal(err)
	}
	for {
		now, pause := next(request)
		if now != nil {
			fmt.Printf("%s: %s of %s remain\n", now.Status, now.Remaining, now.Size)
			if now.Status != "STATUS_ACTIVE" && now.Status != "STATUS_PARKED" {
				return
			}
		}
		time.Sleep(pause)
	}
}

// next waits for the next state of the order. Without one, it tells when to ask again.
func next(request *http.Request) (*order, time.Duration) {
	response, err := client.Do(request)
	if err != nil {
		return nil, time.Second
	}
	defer response.Body.Close()
	var body struct {
		Order   order
		Message string
	}
	switch response.StatusCode {
	case 304:
		return nil, 0
	case 429, 502, 503, 504:
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		return nil, time.Duration(seconds) * time.Second
	}
	if json.NewDecoder(response.Body).Decode(&body) != nil {
		return nil, time.Second
	}
	if response.StatusCode != 200 {
		log.Fatalf("%d: %s", response.StatusCode, body.Message)
	}
	// Wait at most 25 s for another response than this one, and never read an older block.
	request.Header.Set("If-None-Match", response.Header.Get("ETag"))
	request.Header.Set("Prefer", "wait=25")
	request.Header.Set("X-Min-Block-Height", response.Header.Get("X-Block-Height"))
	return &body.Order, 0
}
