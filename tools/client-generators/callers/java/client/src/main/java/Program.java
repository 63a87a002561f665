import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.AccountType;
import org.openapitools.client.model.ErrorBody;

public final class Program {
    static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

    public static void main(String[] args) throws Exception {
        ApiClient at = at(args[0]);
        String order = args[2], missing = args[3], market = args[4], party = args[5], signed = args[6];
        List<AccountType> types = List.of(AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL);
        OrdersApi orders = new OrdersApi(at);
        AccountsApi accounts = new AccountsApi(at);
        call("listFundingPeriodDataPoints", () -> new FundingApi(at).listFundingPeriodDataPoints(market, null, null, null, null, null, null, null, null, null, null, null, null, null));
        call("listEpochRewardSummaries", () -> new RewardsApi(at).listEpochRewardSummaries(null, null, null, null, null, null, null, null, null, null, null, null, null));
        call("listReferralSetReferees", () -> new ReferralsApi(at).listReferralSetReferees(null, null, null, null, null, null, null, null, null, null, null, null, null));
        call("listStopOrders", () -> orders.listStopOrders(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null));
        call("listAccounts", () -> accounts.listAccounts(null, null, null, null, null, null, null, null, null, null, null, null, null, null));
        call("listLiquidityProvisions", () -> new LiquidityApi(at).listLiquidityProvisions(market, null, null, null, null, null, null, null, null, null, null, null, null));
        call("getStake", () -> new StakingApi(at).getStake(party, null, null, null, null, null, null, null, null, null));
        call("listNodeSignatures", () -> new SignaturesApi(at).listNodeSignatures(signed, null, null, null, null, null, null, null, null, null));
        call("getOrder", () -> orders.getOrder(order, null, null, null, null, null));
        call("filter", () -> accounts.listAccounts(null, null, null, types, null, null, null, null, null, null, null, null, null, null));
        call("error", () -> orders.getOrder(missing, null, null, null, null, null));
        call("later", () -> new OrdersApi(at(args[1])).getOrder(order, null, null, null, null, null));
    }

    static ApiClient at(String url) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        return client;
    }

    /** Prints the body of a response, the status and body of an error, or the failure of the client. */
    static void call(String name, Callable<Object> function) throws Exception {
        Object value;
        try {
            value = function.call();
        } catch (ApiException error) {
            if (error.getResponseBody() == null) throw error;
            value = List.of(error.getCode(), JSON.readValue(error.getResponseBody(), ErrorBody.class));
        }
        System.out.println(JSON.writeValueAsString(Map.of("call", name, "value", value)));
    }
}
