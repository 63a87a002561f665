import json
import sys

import models
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

network, stub, order_id, missing, market_id, party_id, signed = sys.argv[1:8]


def call(name, model, operation, *path, base_url=network, **args):
    """Prints what the client read from a response, if the model of the other generator reads the same."""
    try:
        response = operation.sync_detailed(*path, client=Client(base_url), **args)
        body = response.parsed.to_dict()
        record = model.model_validate_json(response.content)
        assert record.model_dump(mode="json", by_alias=True, exclude_unset=True) == body
        value = body if response.status_code == 200 else [int(response.status_code), body]
        print(json.dumps({"call": name, "value": value}))
    except Exception as failure:
        print(json.dumps({"call": name, "failure": repr(failure)}))


types = [AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]
call("listFundingPeriodDataPoints", models.FundingPeriodDataPointList, list_funding_period_data_points, market_id)
call("listEpochRewardSummaries", models.EpochRewardSummaryList, list_epoch_reward_summaries)
call("listReferralSetReferees", models.ReferralSetRefereeList, list_referral_set_referees)
call("listStopOrders", models.StopOrderList, list_stop_orders)
call("listAccounts", models.AccountList, list_accounts)
call("listLiquidityProvisions", models.LiquidityProvisionList, list_liquidity_provisions, market_id=market_id)
call("getStake", models.PartyStake, get_stake, party_id)
call("listNodeSignatures", models.NodeSignatureList, list_node_signatures, id=signed)
call("getOrder", models.OrderRecord, get_order, order_id)
call("filter", models.AccountList, list_accounts, filter_account_types=types)
call("error", models.ErrorBody, get_order, missing)
call("later", models.OrderRecord, get_order, order_id, base_url=stub)
