import { caller } from './client-caller.ts'

const [baseUrl, stub, orderId] = process.argv.slice(2)

async function accounts(types) {
  const edges = await caller.accounts(baseUrl, types)
  return edges.map(({ cursor, node }) => [cursor, node.owner, node.balance])
}

async function missing() {
  const { status, code, message, details } = await caller.missing(baseUrl, orderId)
  return [status, code, message, details[0].reason]
}

async function order() {
  const { side, batchId, createdAt } = await caller.order(stub, orderId)
  return [side, batchId, createdAt]
}

const calls = {
  page: accounts,
  filter: () => accounts(['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL']),
  error: missing,
  order,
}
for (const [call, make] of Object.entries(calls)) {
  const result = await make().then(
    value => ({ value }),
    error => ({ failure: String(error?.message ?? error) }),
  )
  process.stdout.write(`${JSON.stringify({ call, ...result })}\n`)
}
