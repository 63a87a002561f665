use openapi::apis::{configuration::Configuration, Error, *};
use openapi::models::{AccountType, ErrorBody};
use serde_json::{from_str, json};

/// Prints the body of a response, the status and body of an error, or the failure of the client.
fn call<T: serde::Serialize, E: std::fmt::Debug>(name: &str, result: Result<T, Error<E>>) {
    let line = match result {
        Ok(value) => json!({ "call": name, "value": value }),
        Err(Error::ResponseError(error)) => match from_str::<ErrorBody>(&error.content) {
            Ok(body) => json!({ "call": name, "value": [json!(error.status.as_u16()), json!(body)] }),
            Err(failure) => json!({ "call": name, "failure": failure.to_string() }),
        },
        Err(failure) => json!({ "call": name, "failure": format!("{failure:?}") }),
    };
    println!("{line}");
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let at = |url: &str| Configuration { base_path: url.to_owned(), ..Configuration::default() };
    let (c, stub) = (&at(&args[1]), &at(&args[2]));
    let (order, missing, market, party, signed) = (&args[3], &args[4], &args[5], &args[6], &args[7]);
    let types = vec![AccountType::AccountTypeBond, AccountType::AccountTypeGeneral];
    call("listFundingPeriodDataPoints", funding_api::list_funding_period_data_points(c, market, None, None, None, None, None, None, None, None, None, None, None, None, None).await);
    call("listEpochRewardSummaries", rewards_api::list_epoch_reward_summaries(c, None, None, None, None, None, None, None, None, None, None, None, None, None).await);
    call("listReferralSetReferees", referrals_api::list_referral_set_referees(c, None, None, None, None, None, None, None, None, None, None, None, None, None).await);
    call("listStopOrders", orders_api::list_stop_orders(c, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None).await);
    call("listAccounts", accounts_api::list_accounts(c, None, None, None, None, None, None, None, None, None, None, None, None, None, None).await);
    call("listLiquidityProvisions", liquidity_api::list_liquidity_provisions(c, Some(market), None, None, None, None, None, None, None, None, None, None, None, None).await);
    call("getStake", staking_api::get_stake(c, party, None, None, None, None, None, None, None, None, None).await);
    call("listNodeSignatures", signatures_api::list_node_signatures(c, signed, None, None, None, None, None, None, None, None, None).await);
    call("getOrder", orders_api::get_order(c, order, None, None, None, None, None).await);
    call("filter", accounts_api::list_accounts(c, None, None, None, Some(types), None, None, None, None, None, None, None, None, None, None).await);
    call("error", orders_api::get_order(c, missing, None, None, None, None, None).await);
    call("later", orders_api::get_order(stub, order, None, None, None, None, None).await);
}
