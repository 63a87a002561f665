from calls import base_url, make, order_id, stub
from openapi_client import AccountsApi, AccountType, ApiClient, ApiException, Configuration, OrdersApi


def client(host):
    return ApiClient(Configuration(host=host))


def accounts(types=None):
    page = AccountsApi(client(base_url)).list_accounts(pagination_first=2, filter_account_types=types)
    return [[edge.cursor, edge.node.owner, edge.node.balance] for edge in page.accounts.edges]


def missing():
    try:
        OrdersApi(client(base_url)).get_order(order_id)
    except ApiException as error:
        return [error.status, error.data.code, error.data.message, error.data.details[0].reason]


def order():
    record = OrdersApi(client(stub)).get_order(order_id).order
    return [record.side.actual_instance, record.batch_id, record.created_at]


make(
    page=accounts,
    filter=lambda: accounts([AccountType.ACCOUNT_TYPE_BOND, AccountType.ACCOUNT_TYPE_GENERAL]),
    error=missing,
    order=order,
)
