import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.AccountType
import org.openapitools.client.models.ErrorBody

fun json(value: Any): String = Serializer.moshi.adapter<Any>(value.javaClass).toJson(value)

/** Prints the body of a response, the status and body of an error, or the failure of the client. */
fun call(name: String, function: () -> Any) {
    val text = try {
        json(function())
    } catch (failure: ClientException) {
        val body = (failure.response as ClientError<*>).body as String
        "[${failure.statusCode},${json(Serializer.moshi.adapter(ErrorBody::class.java).fromJson(body)!!)}]"
    }
    println("""{"call":"$name","value":$text}""")
}

fun main(args: Array<String>) {
    val (url, stub, order, missing, market) = args
    call("listFundingPeriodDataPoints") { FundingApi(url).listFundingPeriodDataPoints(market) }
    call("listEpochRewardSummaries") { RewardsApi(url).listEpochRewardSummaries() }
    call("listReferralSetReferees") { ReferralsApi(url).listReferralSetReferees() }
    call("listStopOrders") { OrdersApi(url).listStopOrders() }
    call("listAccounts") { AccountsApi(url).listAccounts() }
    call("listLiquidityProvisions") { LiquidityApi(url).listLiquidityProvisions(marketId = market) }
    call("getStake") { StakingApi(url).getStake(args[5]) }
    // A signature is the text of its base64, not its bytes.
    call("listNodeSignatures") { SignaturesApi(url).listNodeSignatures(args[6]).also { it.signatures.edges[0].node.sig.trim() } }
    call("getOrder") { OrdersApi(url).getOrder(order) }
    call("filter") { AccountsApi(url).listAccounts(filterAccountTypes = listOf(AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL)) }
    call("error") { OrdersApi(url).getOrder(missing) }
    call("later") { OrdersApi(stub).getOrder(order) }
}
