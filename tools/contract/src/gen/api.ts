import type { Operation } from './contract.ts'
import { deprecation, jsDoc } from './text.ts'

/**
 * The client's interface, written out method by method. So hovers are short and have the description of the operation,
 * and the compiler has little work.
 */
export function api(operations: Operation[]): string {
  const methods = operations.map(method)
  return `${jsDoc(['The operations of the contract as the methods of a client.'])}export interface TradingNetworkApi {
${methods.join('\n')}}

${operations.flatMap(pagedInterface).join('\n')}`
}

/** `Accounts` of listAccounts, `Stake` of getStake: the result type of a list operation. */
function pagedName({ operationId }: Operation): string {
  return operationId.replace(/^(list|get)/, '')
}

/** Hovers show only the name; they would expand an alias to its two types. */
function pagedInterface(operation: Operation): string[] {
  const { operationId, page, response } = operation
  if (!page) return []
  const doc = jsDoc([`What {@link TradingNetworkApi.${operationId}} gives: a page, or all records.`])
  const base = `PagedResult<${response}, ${page.record}>`
  return [`${doc}export interface ${pagedName(operation)} extends ${base} {}\n`]
}

/** Users take it for a defect unless the method says it. */
const BACKWARDS =
  'With `pagination.last` or `pagination.before`, iteration starts at the end of the list; a page, as from `await`, keeps the order of the list.'

function method(operation: Operation): string {
  const { operationId, summary, description, parameters, page, query, response } = operation
  const optional = parameters.some(parameter => parameter.required) ? '' : '?'
  const result = page ? pagedName(operation) : `Call<${response}>`
  const doc = jsDoc([summary, description, page && BACKWARDS, deprecation(operation)], '  ')
  return `${doc}  ${operationId}(params${optional}: ${query}, options?: CallOptions): ${result}\n`
}
