import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.OrdersApi;
import org.openapitools.client.model.AccountType;
import org.openapitools.client.model.ErrorBody;
import org.openapitools.client.model.Order;

public final class Program {
    public static void main(String[] args) throws Exception {
        AccountsApi accounts = new AccountsApi(clientOf(args[0]));
        OrdersApi orders = new OrdersApi(clientOf(args[0]));
        OrdersApi stub = new OrdersApi(clientOf(args[1]));
        call("page", () -> page(accounts, null));
        call("filter", () -> page(accounts, List.of(AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL)));
        call("error", () -> missing(orders, args[2]));
        call("order", () -> {
            Order order = stub.getOrder(args[2], null, null, null, null, null).getOrder();
            return List.of(order.getSide().getActualInstance(), order.getBatchId(), order.getCreatedAt());
        });
    }

    static ApiClient clientOf(String url) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(url);
        return client;
    }

    static List<?> page(AccountsApi api, List<AccountType> types) throws ApiException {
        return api.listAccounts(null, null, null, types, 2, null, null, null, null, null, null, null, null, null)
            .getAccounts().getEdges().stream()
            .map(edge -> List.of(edge.getCursor(), edge.getNode().getOwner(), edge.getNode().getBalance()))
            .toList();
    }

    static List<?> missing(OrdersApi api, String orderId) throws Exception {
        try {
            throw new IllegalStateException("no error: " + api.getOrder(orderId, null, null, null, null, null));
        } catch (ApiException error) {
            ErrorBody body = ApiClient.createDefaultObjectMapper().readValue(error.getResponseBody(), ErrorBody.class);
            return List.of(error.getCode(), body.getCode(), body.getMessage(), body.getDetails().get(0).getReason());
        }
    }

    /** Prints the result of a call of the generated client, or its failure. */
    static void call(String name, Callable<List<?>> function) throws Exception {
        Map<String, Object> result;
        try {
            result = Map.of("call", name, "value", function.call());
        } catch (Exception failure) {
            result = Map.of("call", name, "failure", failure.toString());
        }
        System.out.println(new ObjectMapper().writeValueAsString(result));
    }
}
