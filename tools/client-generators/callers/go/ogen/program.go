package main

import (
	"reflect"

	"caller/client"
)

// print shows the typed body of a response, and the status of an error.
func print(call string) func(any, error) {
	return func(response any, err error) {
		if err != nil {
			show(call, nil, err)
			return
		}
		body := reflect.ValueOf(response).Elem().FieldByName("Response").Addr().Interface()
		if failure, ok := response.(*client.UnexpectedErrorStatusCodeWithHeaders); ok {
			body = []any{failure.StatusCode, body}
		}
		show(call, body, nil)
	}
}

func main() {
	c := must(client.NewClient(network))
	id := client.OrderId(orderID)
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
	print("getOrder")(c.GetOrder(ctx, client.GetOrderParams{OrderId: id}))
	print("filter")(c.ListAccounts(ctx, client.ListAccountsParams{FilterAccountTypes: types}))
	print("error")(c.GetOrder(ctx, client.GetOrderParams{OrderId: client.OrderId(missing)}))
	print("later")(must(client.NewClient(stub)).GetOrder(ctx, client.GetOrderParams{OrderId: id}))
}
