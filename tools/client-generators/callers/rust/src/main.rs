use client::types::{AccountType, ErrorBody};
use client::{Client, Error, ResponseValue};
use serde_json::json;

/// Prints the body of a response, the status and body of an error, or the failure of the client.
fn call<T: serde::Serialize>(name: &str, result: Result<ResponseValue<T>, Error<ErrorBody>>) {
    let line = match result {
        Ok(response) => json!({ "call": name, "value": response.into_inner() }),
        Err(Error::ErrorResponse(error)) => {
            let status = error.status().as_u16();
            json!({ "call": name, "value": [json!(status), json!(error.into_inner())] })
        }
        Err(failure) => json!({ "call": name, "failure": failure.to_string() }),
    };
    println!("{line}");
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (c, stub) = (Client::new(&args[1]), Client::new(&args[2]));
    let [order, missing, market, party, signed] = [3, 4, 5, 6, 7].map(|at| args[at].as_str());
    let types = vec![AccountType::AccountTypeBond, AccountType::AccountTypeGeneral];
    call("listFundingPeriodDataPoints", c.list_funding_period_data_points().market_id(market).send().await);
    call("listEpochRewardSummaries", c.list_epoch_reward_summaries().send().await);
    call("listReferralSetReferees", c.list_referral_set_referees().send().await);
    call("listStopOrders", c.list_stop_orders().send().await);
    call("listAccounts", c.list_accounts().send().await);
    call("listLiquidityProvisions", c.list_liquidity_provisions().market_id(market).send().await);
    call("getStake", c.get_stake().party_id(party).send().await);
    call("listNodeSignatures", c.list_node_signatures().id(signed).send().await);
    call("getOrder", c.get_order().order_id(order).send().await);
    call("filter", c.list_accounts().filter_account_types(types).send().await);
    call("error", c.get_order().order_id(missing).send().await);
    call("later", stub.get_order().order_id(order).send().await);
}
