from calls import base_url, make, order_id, stub
from trading_network_query_api_client import Client
from trading_network_query_api_client.api.accounts import list_accounts
from trading_network_query_api_client.api.orders import get_order
from trading_network_query_api_client.models import AccountType
from trading_network_query_api_client.types import UNSET


def accounts(types=UNSET):
    page = list_accounts.sync(client=Client(base_url), pagination_first=2, filter_account_types=types)
    return [[edge.cursor, edge.node.owner, edge.node.balance] for edge in page.accounts.edges]


def missing():
    response = get_order.sync_detailed(order_id, client=Client(base_url))
    return [int(response.status_code), response.parsed.code, response.parsed.message, response.parsed.details[0].reason]


def order():
    record = get_order.sync(order_id, client=Client(stub)).order
    return [record.side, record.batch_id, record.created_at]


make(
    page=accounts,
    filter=lambda: accounts([AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]),
    error=missing,
    order=order,
)
