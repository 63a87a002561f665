import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import tradingnetworkqueryapi.Client;
import tradingnetworkqueryapi.Client.AccountType;

public final class Program {
    public static void main(String[] args) {
        String orderId = args[2];
        Client client = new Client(new Client.Config().serverUrl(args[0]));
        Client stub = new Client(new Client.Config().serverUrl(args[1]));
        call("page", () -> accounts(client, null));
        call("filter", () -> accounts(client, List.of(AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL)));
        call("error", () -> missing(client, orderId));
        call("order", () -> {
            Client.Order order = stub.getOrder(orderId, null).order();
            return List.of(order.side(), order.batchId(), order.createdAt());
        });
    }

    static List<Object> accounts(Client client, List<AccountType> types) {
        Client.ListAccountsParams params = new Client.ListAccountsParams();
        params.paginationFirst = 2L;
        params.filterAccountTypes = types;
        return client.listAccounts(params).accounts().edges().stream()
            .map(edge -> (Object) List.of(edge.cursor(), edge.node().owner(), edge.node().balance()))
            .collect(Collectors.toList());
    }

    static List<Object> missing(Client client, String orderId) {
        try {
            throw new IllegalStateException("no error: " + client.getOrder(orderId, null));
        } catch (Client.ApiException error) {
            Map<?, ?> body = (Map<?, ?>) error.body;
            return List.of(error.status, body.get("code"), body.get("message"));
        }
    }

    /** Prints the result of a call of the generated client, or its failure. */
    static void call(String name, Callable<List<Object>> function) {
        try {
            System.out.println("{\"call\":\"" + name + "\",\"value\":" + json(function.call()) + "}");
        } catch (Exception failure) {
            System.out.println("{\"call\":\"" + name + "\",\"failure\":" + json(failure.toString()) + "}");
        }
    }

    static String json(Object value) {
        if (value instanceof List<?> list) return list.stream().map(Program::json).toList().toString();
        if (value instanceof Number) return value.toString();
        return '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
