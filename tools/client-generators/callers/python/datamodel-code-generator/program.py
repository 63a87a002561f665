"""The generator writes models and no client, so the requests are made by hand."""

import json
from urllib.error import HTTPError
from urllib.request import urlopen

import client
from calls import make, market_id, missing, network, order_id, party_id, signed, stub


def read(model, path, base_url=network):
    try:
        body = json.load(urlopen(f"{base_url}/api/v2/{path}"))
    except HTTPError as error:
        return [error.code, dump(client.ErrorBody, json.load(error))]
    return dump(model, body)


def dump(model, body):
    return model.model_validate(body).model_dump(mode="json", by_alias=True, exclude_unset=True)


types = "filter.accountTypes=ACCOUNT_TYPE_BOND&filter.accountTypes=ACCOUNT_TYPE_GENERAL"
make(
    listFundingPeriodDataPoints=lambda: read(client.FundingPeriodDataPointList, f"funding-periods/data-points/{market_id}"),
    listEpochRewardSummaries=lambda: read(client.EpochRewardSummaryList, "rewards/epoch/summaries"),
    listReferralSetReferees=lambda: read(client.ReferralSetRefereeList, "referral-sets/referees"),
    listStopOrders=lambda: read(client.StopOrderList, "stoporders"),
    listAccounts=lambda: read(client.AccountList, "accounts"),
    listLiquidityProvisions=lambda: read(client.LiquidityProvisionList, f"liquidity/all-provisions?marketId={market_id}"),
    getStake=lambda: read(client.PartyStake, f"parties/{party_id}/stake"),
    listNodeSignatures=lambda: read(client.NodeSignatureList, f"node/signatures?id={signed}"),
    getOrder=lambda: read(client.OrderRecord, f"order/{order_id}"),
    filter=lambda: read(client.AccountList, f"accounts?{types}"),
    error=lambda: read(client.OrderRecord, f"order/{missing}"),
    later=lambda: read(client.OrderRecord, f"order/{order_id}", stub),
)
