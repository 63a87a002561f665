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
		fields := reflect.ValueOf(response).Elem()
		if body := fields.FieldByName("JSON200"); !body.IsNil() {
			show(call, body.Interface(), nil)
		} else {
			status := response.(interface{ StatusCode() int }).StatusCode()
			show(call, []any{status, fields.FieldByName("JSON404").Interface()}, nil)
		}
	}
}

func main() {
	c := must(client.NewClientWithResponses(network))
	types := []client.AccountType{client.ACCOUNTTYPEBOND, client.ACCOUNTTYPEGENERAL}
	print("listFundingPeriodDataPoints")(c.ListFundingPeriodDataPointsWithResponse(ctx, market, nil))
	print("listEpochRewardSummaries")(c.ListEpochRewardSummariesWithResponse(ctx, nil))
	print("listReferralSetReferees")(c.ListReferralSetRefereesWithResponse(ctx, nil))
	print("listStopOrders")(c.ListStopOrdersWithResponse(ctx, nil))
	print("listAccounts")(c.ListAccountsWithResponse(ctx, nil))
	print("listLiquidityProvisions")(c.ListLiquidityProvisionsWithResponse(ctx, &client.ListLiquidityProvisionsParams{MarketId: &market}))
	print("getStake")(c.GetStakeWithResponse(ctx, party, nil))
	print("listNodeSignatures")(c.ListNodeSignaturesWithResponse(ctx, &client.ListNodeSignaturesParams{Id: signed}))
	print("getOrder")(c.GetOrderWithResponse(ctx, orderID, nil))
	print("filter")(c.ListAccountsWithResponse(ctx, &client.ListAccountsParams{FilterAccountTypes: &types}))
	print("error")(c.GetOrderWithResponse(ctx, missing, nil))
	print("later")(must(client.NewClientWithResponses(stub)).GetOrderWithResponse(ctx, orderID, nil))
}
