const orderId = 'b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44'

const response = await fetch(`http://127.0.0.1:8080/api/v2/order/${orderId}`)
const answer = await response.json()
if (!response.ok) throw new Error(answer.message)
console.log(answer.order.side, answer.order.price, answer.order.status)
console.log(`${answer.order.remaining} of ${answer.order.size} remain`)

export {}
