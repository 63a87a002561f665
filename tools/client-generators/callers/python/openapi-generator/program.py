from calls import make, market_id, missing, network, order_id, party_id, signed, stub
from openapi_client import *


def read(api, operation, base_url=network, **args):
    try:
        return getattr(api(ApiClient(Configuration(host=base_url))), operation)(**args).to_dict()
    except ApiException as error:
        return [error.status, error.data.to_dict()]


types = [AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]
make(
    listFundingPeriodDataPoints=lambda: read(FundingApi, "list_funding_period_data_points", market_id=market_id),
    listEpochRewardSummaries=lambda: read(RewardsApi, "list_epoch_reward_summaries"),
    listReferralSetReferees=lambda: read(ReferralsApi, "list_referral_set_referees"),
    listStopOrders=lambda: read(OrdersApi, "list_stop_orders"),
    listAccounts=lambda: read(AccountsApi, "list_accounts"),
    listLiquidityProvisions=lambda: read(LiquidityApi, "list_liquidity_provisions", market_id=market_id),
    getStake=lambda: read(StakingApi, "get_stake", party_id=party_id),
    listNodeSignatures=lambda: read(SignaturesApi, "list_node_signatures", id=signed),
    getOrder=lambda: read(OrdersApi, "get_order", order_id=order_id),
    filter=lambda: read(AccountsApi, "list_accounts", filter_account_types=types),
    error=lambda: read(OrdersApi, "get_order", order_id=missing),
    later=lambda: read(OrdersApi, "get_order", stub, order_id=order_id),
)
