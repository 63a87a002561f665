import com.squareup.moshi.Moshi
import org.openapitools.client.apis.AccountsApi
import org.openapitools.client.apis.OrdersApi
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.AccountType
import org.openapitools.client.models.ErrorBody

fun accounts(url: String, types: List<AccountType>? = null): List<Any> =
    AccountsApi(url).listAccounts(filterAccountTypes = types, paginationFirst = 2).accounts.edges
        .map { listOf(it.cursor, it.node.owner, it.node.balance) }

fun missing(url: String, orderId: String): List<Any?> =
    try {
        error("no error: ${OrdersApi(url).getOrder(orderId)}")
    } catch (failure: ClientException) {
        val text = (failure.response as ClientError<*>).body as String
        val body = Serializer.moshi.adapter(ErrorBody::class.java).fromJson(text)!!
        listOf(failure.statusCode, body.code, body.message, body.details[0].reason)
    }

fun order(url: String, orderId: String): List<Any> {
    val order = OrdersApi(url).getOrder(orderId).order
    return listOf(order.side, order.batchId, order.createdAt)
}

/** Prints the result of a call of the generated client, or its failure. */
fun call(name: String, function: () -> List<Any?>) {
    val result = runCatching(function).fold({ "value" to it }, { "failure" to it.toString() })
    println(Moshi.Builder().build().adapter(Any::class.java).toJson(mapOf("call" to name, result)))
}

fun main(args: Array<String>) {
    val (url, stub, orderId) = args
    call("page") { accounts(url) }
    call("filter") { accounts(url, listOf(AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL)) }
    call("error") { missing(url, orderId) }
    call("order") { order(stub, orderId) }
}
