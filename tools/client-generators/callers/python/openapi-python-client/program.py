from calls import make, market_id, missing, network, order_id, party_id, signed, stub
from trading_network_query_api_client import Client
from trading_network_query_api_client.api.accounts import list_accounts
from trading_network_query_api_client.api.funding import list_funding_period_data_points
from trading_network_query_api_client.api.liquidity import list_liquidity_provisions
from trading_network_query_api_client.api.orders import get_order, list_stop_orders
from trading_network_query_api_client.api.referrals import list_referral_set_referees
from trading_network_query_api_client.api.rewards import list_epoch_reward_summaries
from trading_network_query_api_client.api.signatures import list_node_signatures
from trading_network_query_api_client.api.staking import get_stake
from trading_network_query_api_client.models import AccountType


def read(operation, *path, base_url=network, **args):
    response = operation.sync_detailed(*path, client=Client(base_url), **args)
    body = response.parsed.to_dict()
    return body if response.status_code == 200 else [int(response.status_code), body]


types = [AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]
make(
    listFundingPeriodDataPoints=lambda: read(list_funding_period_data_points, market_id),
    listEpochRewardSummaries=lambda: read(list_epoch_reward_summaries),
    listReferralSetReferees=lambda: read(list_referral_set_referees),
    listStopOrders=lambda: read(list_stop_orders),
    listAccounts=lambda: read(list_accounts),
    listLiquidityProvisions=lambda: read(list_liquidity_provisions, market_id=market_id),
    getStake=lambda: read(get_stake, party_id),
    listNodeSignatures=lambda: read(list_node_signatures, id=signed),
    getOrder=lambda: read(get_order, order_id),
    filter=lambda: read(list_accounts, filter_account_types=types),
    error=lambda: read(get_order, missing),
    later=lambda: read(get_order, order_id, base_url=stub),
)
