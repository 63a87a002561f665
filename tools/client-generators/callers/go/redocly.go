package main

import (
	"context"
	"errors"

	"caller/client"
)

func accounts(types ...client.AccountType) ([][]string, error) {
	first := client.PageSize(2)
	params := client.ListAccountsParams{PaginationFirst: &first}
	if len(types) > 0 {
		params.FilterAccountTypes = &types
	}
	page, err := client.New(client.Config{ServerURL: baseURL}).ListAccounts(context.Background(), &params)
	var edges [][]string
	for _, edge := range page.Accounts.Edges {
		edges = append(edges, []string{edge.Cursor, edge.Node.Owner, edge.Node.Balance})
	}
	return edges, err
}

func missing() ([]any, error) {
	_, err := client.New(client.Config{ServerURL: baseURL}).GetOrder(context.Background(), orderID, nil)
	var failure *client.APIError
	if !errors.As(err, &failure) {
		return nil, err
	}
	body := failure.Body.(map[string]any)
	return []any{failure.Status, body["code"], body["message"]}, nil
}

func order() ([]any, error) {
	record, err := client.New(client.Config{ServerURL: stub}).GetOrder(context.Background(), orderID, nil)
	return []any{record.Order.Side, record.Order.BatchId, record.Order.CreatedAt}, err
}

func main() {
	page, err := accounts()
	call("page", page, err)
	filtered, err := accounts(client.AccountTypeAccountTypeBond, client.AccountTypeAccountTypeGeneral)
	call("filter", filtered, err)
	failure, err := missing()
	call("error", failure, err)
	record, err := order()
	call("order", record, err)
}
