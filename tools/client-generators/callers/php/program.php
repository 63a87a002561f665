<?php

use OpenAPI\Client\Api;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AccountType;

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) {
    $file = 'client/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

[, $url, $stub, $order, $missing, $market, $party, $signed] = $argv;
// Otherwise booleans are 1 and 0, which are a 400. Other configurations do not count.
Configuration::getDefaultConfiguration()->setBooleanFormatForQueryString(Configuration::BOOLEAN_FORMAT_STRING);

$at = (new Configuration())->setHost($url);
$orders = new Api\OrdersApi(null, $at);
$accounts = new Api\AccountsApi(null, $at);

/** Prints the body of a response, the status and body of an error, or the failure of the client. */
function call(string $name, callable $function): void
{
    try {
        $result = ['value' => $function()];
    } catch (ApiException $error) {
        $result = ['value' => [$error->getCode(), $error->getResponseObject()]];
    } catch (Throwable $failure) {
        $result = ['failure' => $failure->getMessage()];
    }
    echo json_encode(['call' => $name] + $result), "\n";
}

call('listFundingPeriodDataPoints', fn () => (new Api\FundingApi(null, $at))->listFundingPeriodDataPoints($market));
call('listEpochRewardSummaries', fn () => (new Api\RewardsApi(null, $at))->listEpochRewardSummaries());
call('listReferralSetReferees', fn () => (new Api\ReferralsApi(null, $at))->listReferralSetReferees());
call('listStopOrders', fn () => $orders->listStopOrders());
call('listAccounts', fn () => $accounts->listAccounts());
call('listLiquidityProvisions', fn () => (new Api\LiquidityApi(null, $at))->listLiquidityProvisions($market));
call('getStake', fn () => (new Api\StakingApi(null, $at))->getStake($party));
call('listNodeSignatures', fn () => (new Api\SignaturesApi(null, $at))->listNodeSignatures($signed));
call('getOrder', fn () => $orders->getOrder($order));
call('filter', fn () => $accounts->listAccounts(filter_account_types: [AccountType::ACCOUNT_TYPE_BOND, AccountType::ACCOUNT_TYPE_GENERAL]));
call('error', fn () => $orders->getOrder($missing));
call('later', fn () => (new Api\OrdersApi(null, (new Configuration())->setHost($stub)))->getOrder($order));
