package main

import (
	"context"
	"errors"

	"caller/client"
)

func ask(url string) *client.ClientWithResponses {
	asking, err := client.NewClientWithResponses(url)
	if err != nil {
		panic(err)
	}
	return asking
}

func accounts(types ...client.AccountType) ([][]string, error) {
	first := client.PageSize(2)
	params := client.ListAccountsParams{PaginationFirst: &first}
	if len(types) > 0 {
		params.FilterAccountTypes = &types
	}
	response, err := ask(baseURL).ListAccountsWithResponse(context.Background(), &params)
	if err != nil {
		return nil, err
	}
	if response.JSON200 == nil {
		return nil, errors.New(response.Status())
	}
	var edges [][]string
	for _, edge := range response.JSON200.Accounts.Edges {
		edges = append(edges, []string{edge.Cursor, edge.Node.Owner, edge.Node.Balance})
	}
	return edges, nil
}

func missing() ([]any, error) {
	response, err := ask(baseURL).GetOrderWithResponse(context.Background(), orderID, nil)
	if err != nil {
		return nil, err
	}
	body := response.JSON404
	return []any{response.StatusCode(), body.Code, body.Message, body.Details[0].Reason}, nil
}

func order() ([]any, error) {
	response, err := ask(stub).GetOrderWithResponse(context.Background(), orderID, nil)
	if err != nil {
		return nil, err
	}
	record := response.JSON200.Order
	return []any{record.Side, record.BatchId, record.CreatedAt}, nil
}

func main() {
	page, err := accounts()
	call("page", page, err)
	filtered, err := accounts(client.ACCOUNTTYPEBOND, client.ACCOUNTTYPEGENERAL)
	call("filter", filtered, err)
	failure, err := missing()
	call("error", failure, err)
	record, err := order()
	call("order", record, err)
}
