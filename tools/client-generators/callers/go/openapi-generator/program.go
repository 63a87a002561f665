package main

import (
	"context"
	"errors"

	openapi "caller/client"
)

func clientOf(url string) *openapi.APIClient {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: url}}
	return openapi.NewAPIClient(configuration)
}

func accounts(types ...openapi.AccountType) ([][]string, error) {
	request := clientOf(baseURL).AccountsAPI.ListAccounts(context.Background()).PaginationFirst(2)
	if len(types) > 0 {
		request = request.FilterAccountTypes(types)
	}
	page, _, err := request.Execute()
	if err != nil {
		return nil, err
	}
	var edges [][]string
	for _, edge := range page.Accounts.Edges {
		edges = append(edges, []string{edge.Cursor, edge.Node.Owner, edge.Node.Balance})
	}
	return edges, nil
}

func missing() ([]any, error) {
	_, response, err := clientOf(baseURL).OrdersAPI.GetOrder(context.Background(), orderID).Execute()
	var failure *openapi.GenericOpenAPIError
	if !errors.As(err, &failure) {
		return nil, err
	}
	body := failure.Model().(openapi.ErrorBody)
	return []any{response.StatusCode, body.Code, body.Message, body.Details[0].GetReason()}, nil
}

func order() ([]any, error) {
	record, _, err := clientOf(stub).OrdersAPI.GetOrder(context.Background(), orderID).Execute()
	if err != nil {
		return nil, err
	}
	return []any{record.Order.Side, record.Order.BatchId, record.Order.CreatedAt}, nil
}

func main() {
	page, err := accounts()
	call("page", page, err)
	filtered, err := accounts(openapi.ACCOUNTTYPE_ACCOUNT_TYPE_BOND, openapi.ACCOUNTTYPE_ACCOUNT_TYPE_GENERAL)
	call("filter", filtered, err)
	failure, err := missing()
	call("error", failure, err)
	record, err := order()
	call("order", record, err)
}
