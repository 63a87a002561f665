use openapi::apis::{accounts_api, configuration::Configuration, orders_api, Error};
use openapi::models::{AccountType, ErrorBody};
use serde_json::{from_str, json, Value};

type Result = std::result::Result<Value, Box<dyn std::error::Error>>;

fn at(url: &str) -> Configuration {
    Configuration { base_path: url.to_owned(), ..Configuration::default() }
}

async fn accounts(url: &str, types: Option<Vec<AccountType>>) -> Result {
    let page = accounts_api::list_accounts(
        &at(url), None, None, None, types, Some(2), None, None, None, None, None, None, None, None, None,
    )
    .await?;
    let edges = page.accounts.edges.iter();
    Ok(edges.map(|edge| json!([edge.cursor, edge.node.owner, edge.node.balance])).collect())
}

async fn missing(url: &str, order_id: &str) -> Result {
    match orders_api::get_order(&at(url), order_id, None, None, None, None, None).await {
        Err(Error::ResponseError(error)) => {
            let body: ErrorBody = from_str(&error.content)?;
            Ok(json!([error.status.as_u16(), body.code, body.message, body.details[0].reason]))
        }
        other => Err(format!("no error: {other:?}").into()),
    }
}

async fn order(url: &str, order_id: &str) -> Result {
    let record = orders_api::get_order(&at(url), order_id, None, None, None, None, None).await?.order;
    Ok(json!([record.side, record.batch_id, record.created_at]))
}

/// Prints the result of a call of the generated client, or its failure.
fn call(name: &str, result: Result) {
    let line = match result {
        Ok(value) => json!({ "call": name, "value": value }),
        Err(failure) => json!({ "call": name, "failure": failure.to_string() }),
    };
    println!("{line}");
}

#[tokio::main]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (url, stub, order_id) = (&args[1], &args[2], &args[3]);
    call("page", accounts(url, None).await);
    let types = vec![AccountType::AccountTypeBond, AccountType::AccountTypeGeneral];
    call("filter", accounts(url, Some(types)).await);
    call("error", missing(url, order_id).await);
    call("order", order(stub, order_id).await);
}
