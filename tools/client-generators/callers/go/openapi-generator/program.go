package main

import (
	"errors"
	"net/http"

	openapi "caller/client"
)

func at(url string) *openapi.APIClient {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: url}}
	return openapi.NewAPIClient(configuration)
}

// print shows the typed body of a response, and the status of an error.
func print(call string) func(any, *http.Response, error) {
	return func(body any, response *http.Response, err error) {
		var failure *openapi.GenericOpenAPIError
		if errors.As(err, &failure) && failure.Model() != nil {
			body, err = []any{response.StatusCode, failure.Model()}, nil
		}
		show(call, body, err)
	}
}

func main() {
	c := at(network)
	types := []openapi.AccountType{openapi.ACCOUNTTYPE_ACCOUNT_TYPE_BOND, openapi.ACCOUNTTYPE_ACCOUNT_TYPE_GENERAL}
	print("listFundingPeriodDataPoints")(c.FundingAPI.ListFundingPeriodDataPoints(ctx, market).Execute())
	print("listEpochRewardSummaries")(c.RewardsAPI.ListEpochRewardSummaries(ctx).Execute())
	print("listReferralSetReferees")(c.ReferralsAPI.ListReferralSetReferees(ctx).Execute())
	print("listStopOrders")(c.OrdersAPI.ListStopOrders(ctx).Execute())
	print("listAccounts")(c.AccountsAPI.ListAccounts(ctx).Execute())
	print("listLiquidityProvisions")(c.LiquidityAPI.ListLiquidityProvisions(ctx).MarketId(market).Execute())
	print("getStake")(c.StakingAPI.GetStake(ctx, party).Execute())
	print("listNodeSignatures")(c.SignaturesAPI.ListNodeSignatures(ctx).Id(signed).Execute())
	print("getOrder")(c.OrdersAPI.GetOrder(ctx, orderID).Execute())
	print("filter")(c.AccountsAPI.ListAccounts(ctx).FilterAccountTypes(types).Execute())
	print("error")(c.OrdersAPI.GetOrder(ctx, missing).Execute())
	print("later")(at(stub).OrdersAPI.GetOrder(ctx, orderID).Execute())
}
