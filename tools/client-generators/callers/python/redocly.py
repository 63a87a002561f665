from calls import base_url, make, order_id, stub
from client.client import AccountType, ApiError, Client


def accounts(types=None):
    page = Client(base_url).list_accounts(pagination_first=2, filter_account_types=types)
    return [[edge.cursor, edge.node.owner, edge.node.balance] for edge in page.accounts.edges]


def missing():
    try:
        Client(base_url).get_order(order_id)
    except ApiError as error:
        return [error.status, error.body["code"], error.body["message"]]


def order():
    record = Client(stub).get_order(order_id).order
    return [record.side, record.batch_id, record.created_at]


make(
    page=accounts,
    filter=lambda: accounts([AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]),
    error=missing,
    order=order,
)
