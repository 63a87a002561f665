import { caller } from './client-caller.ts'

const [baseUrl, stub, orderId] = process.argv.slice(2)

async function accounts(types) {
  const edges = await caller.accounts(baseUrl, types)
  return edges.map(({ cursor, node }) => [cursor, node.owner, node.balance])
}

async function missing() {
  const { status, code, message } = await caller.missing(baseUrl, orderId)
  return [status, code, message]
}

async function order() {
  const { side, batchId, createdAt } = await caller.order(stub, orderId)
  return [side, batchId, createdAt]
}

async function filtered() {
  return accounts(['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL'])
}

async function remedied() {
  caller.remedy()
  return filtered()
}

const calls = {
  page: accounts,
  filter: filtered,
  error: missing,
  order,
  ...(caller.remedy && { remedied }),
}
for (const [call, make] of Object.entries(calls)) {
  const result = await make().then(
    value => ({ value }),
    error => ({ failure: String(error?.message ?? error) }),
  )
  process.stdout.write(`${JSON.stringify({ call, ...result })}\n`)
}
