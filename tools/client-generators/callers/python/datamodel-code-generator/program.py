"""The generator writes models and no client, so the requests are made by hand."""

import json
from urllib.error import HTTPError
from urllib.request import urlopen

from calls import base_url, make, order_id, stub
from client import AccountList, ErrorBody, OrderRecord


def plain(value):
    return str(getattr(value, "root", value))


def accounts(query=""):
    with urlopen(f"{base_url}/api/v2/accounts?pagination.first=2{query}") as response:
        page = AccountList.model_validate(json.load(response))
    return [[plain(edge.cursor), plain(edge.node.owner), plain(edge.node.balance)] for edge in page.accounts.edges]


def missing():
    try:
        urlopen(f"{base_url}/api/v2/order/{order_id}")
    except HTTPError as error:
        body = ErrorBody.model_validate(json.load(error))
        return [error.code, body.code, body.message, plain(body.details[0].reason)]


def order():
    with urlopen(f"{stub}/api/v2/order/{order_id}") as response:
        record = OrderRecord.model_validate(json.load(response)).order
    return [plain(record.side), plain(record.batchId), plain(record.createdAt)]


make(
    page=accounts,
    filter=lambda: accounts("&filter.accountTypes=ACCOUNT_TYPE_BOND&filter.accountTypes=ACCOUNT_TYPE_GENERAL"),
    error=missing,
    order=order,
)
