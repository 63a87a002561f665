import { createClient, formatAmount, parseAmount, toBigInt } from '@trading-network/fetch'

// #region price
const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
const PRICE_DECIMALS = 5
const { order } = await client.getOrder({
  orderId: 'b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44',
})
console.log(order.price) // 341300000
console.log(formatAmount(order.price, PRICE_DECIMALS)) // 3413
// #endregion

// #region read
console.log(formatAmount('123456789', 5)) // 1234.56789
console.log(formatAmount('100000', 5)) // 1
console.log(formatAmount('1', 18)) // 0.000000000000000001
// #endregion

// #region write
console.log(parseAmount('1234.5', 5)) // 123450000
console.log(parseAmount('0.00001', 5)) // 1
// #endregion

// #region sum
const balances = ['9007199254740993', '2'] as const
const sum = balances.reduce((total, balance) => total + toBigInt(balance), 0n)
console.log(formatAmount(sum, 5)) // 90071992547.40995
console.log(Number(balances[0])) // 9007199254740992: one is gone
// #endregion

// #region people
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })
console.log(money.format(formatAmount('123456700000', 5) as Intl.StringNumericLiteral)) // 1,234,567.00
// #endregion
