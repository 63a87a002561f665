package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"

	"caller/client"
)

// at returns a client. Without one, there is nothing to call.
func at(url string) *client.Client {
	made, err := client.NewClient(url)
	if err != nil {
		panic(err)
	}
	return made
}

// print shows the typed body of a response, the status and body of an error, or the failure of the client.
func print(call string) func(any, error) {
	return func(response any, err error) {
		result := map[string]any{"call": call}
		if err != nil {
			result["failure"] = err.Error()
		} else {
			result["value"] = reflect.ValueOf(response).Elem().FieldByName("Response").Addr().Interface()
		}
		if failure, ok := response.(*client.UnexpectedErrorStatusCodeWithHeaders); ok {
			result["value"] = []any{failure.StatusCode, result["value"]}
		}
		line, err := json.Marshal(result)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}

func main() {
	network, stub, order, missing, market, party, signed := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6], os.Args[7]
	ctx := context.Background()
	c := at(network)
	types := []client.AccountType{client.AccountTypeACCOUNTTYPEBOND, client.AccountTypeACCOUNTTYPEGENERAL}
	provisions := client.ListLiquidityProvisionsParams{MarketId: client.NewOptMarketId(client.MarketId(market))}
	print("listFundingPeriodDataPoints")(c.ListFundingPeriodDataPoints(ctx, client.ListFundingPeriodDataPointsParams{MarketId: client.MarketId(market)}))
	print("listEpochRewardSummaries")(c.ListEpochRewardSummaries(ctx, client.ListEpochRewardSummariesParams{}))
	print("listReferralSetReferees")(c.ListReferralSetReferees(ctx, client.ListReferralSetRefereesParams{}))
	print("listStopOrders")(c.ListStopOrders(ctx, client.ListStopOrdersParams{}))
	print("listAccounts")(c.ListAccounts(ctx, client.ListAccountsParams{}))
	print("listLiquidityProvisions")(c.ListLiquidityProvisions(ctx, provisions))
	print("getStake")(c.GetStake(ctx, client.GetStakeParams{PartyId: client.PartyId(party)}))
	print("listNodeSignatures")(c.ListNodeSignatures(ctx, client.ListNodeSignaturesParams{ID: client.ResourceId(signed)}))
	print("getOrder")(c.GetOrder(ctx, client.GetOrderParams{OrderId: client.OrderId(order)}))
	print("filter")(c.ListAccounts(ctx, client.ListAccountsParams{FilterAccountTypes: types}))
	print("error")(c.GetOrder(ctx, client.GetOrderParams{OrderId: client.OrderId(missing)}))
	print("later")(at(stub).GetOrder(ctx, client.GetOrderParams{OrderId: client.OrderId(order)}))
}
