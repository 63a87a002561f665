<?php

use OpenAPI\Client\ApiException;
use OpenAPI\Client\Api\AccountsApi;
use OpenAPI\Client\Api\OrdersApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AccountType;

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) {
    $file = 'client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

[, $url, $stub, $orderId] = $argv;
// Otherwise booleans are 1 and 0, which are a 400. Other configurations do not count.
Configuration::getDefaultConfiguration()->setBooleanFormatForQueryString(Configuration::BOOLEAN_FORMAT_STRING);

function at(string $url): Configuration
{
    return (new Configuration())->setHost($url);
}

function accounts(string $url, ?array $types = null): array
{
    $page = (new AccountsApi(null, at($url)))->listAccounts(pagination_first: 2, filter_account_types: $types);
    return array_map(
        fn ($edge) => [$edge->getCursor(), $edge->getNode()->getOwner(), $edge->getNode()->getBalance()],
        $page->getAccounts()->getEdges(),
    );
}

function missing(string $url, string $orderId): array
{
    try {
        (new OrdersApi(null, at($url)))->getOrder($orderId);
    } catch (ApiException $error) {
        $body = $error->getResponseObject();
        return [$error->getCode(), $body->getCode(), $body->getMessage(), $body->getDetails()[0]->getReason()];
    }
    throw new Exception('no error');
}

function order(string $url, string $orderId): array
{
    $order = (new OrdersApi(null, at($url)))->getOrder($orderId)->getOrder();
    return [$order->getSide(), $order->getBatchId(), $order->getCreatedAt()];
}

/** Prints the result of a call of the generated client, or its failure. */
function call(string $name, callable $function): void
{
    try {
        $result = ['value' => $function()];
    } catch (Throwable $failure) {
        $result = ['failure' => $failure->getMessage()];
    }
    echo json_encode(['call' => $name] + $result), "\n";
}

call('page', fn () => accounts($url));
call('filter', fn () => accounts($url, [AccountType::ACCOUNT_TYPE_BOND, AccountType::ACCOUNT_TYPE_GENERAL]));
call('error', fn () => missing($url, $orderId));
call('order', fn () => order($stub, $orderId));
