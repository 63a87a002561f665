import { type Contract, type Operation, queryName, recordName, responseName } from './contract.ts'
import { deprecation, jsDoc } from './text.ts'

/**
 * The client's interface, written out method by method. So hovers are short and have the description of the operation,
 * and the compiler has little work.
 */
export function api(contract: Contract, operations: Operation[]): string {
  const methods = operations.map(operation => method(contract, operation))
  return `${jsDoc(['The operations of the contract as the methods of a client.'])}export interface TradingNetworkApi {
${methods.join('\n')}}

${operations.flatMap(operation => pagedInterface(contract, operation) ?? []).join('\n')}`
}

/** `Accounts` of listAccounts, `Stake` of getStake: the result type of a list operation. */
function pagedName({ operationId }: Operation): string {
  return operationId.replace(/^(list|get)/, '')
}

/** Hovers show only the name; they would expand an alias to its two types. */
function pagedInterface(contract: Contract, operation: Operation): string | undefined {
  const record = recordName(contract, operation)
  if (!record) return undefined
  const doc = jsDoc([
    `What {@link TradingNetworkApi.${operation.operationId}} gives: a page, or all records.`,
  ])
  const base = `PagedResult<${responseName(contract, operation)}, ${record}>`
  return `${doc}export interface ${pagedName(operation)} extends ${base} {}\n`
}

/** Users take it for a defect unless the method says it. */
const BACKWARDS =
  'With `pagination.last` or `pagination.before`, iteration starts at the end of the list; a page, as from `await`, keeps the order of the list.'

function method(contract: Contract, operation: Operation): string {
  const optional = operation.parameters.some(parameter => parameter.required) ? '' : '?'
  const response = responseName(contract, operation)
  const result = recordName(contract, operation) ? pagedName(operation) : `Call<${response}>`
  const order = operation.page && BACKWARDS
  const doc = jsDoc([operation.summary, operation.description, order, deprecation(operation)], '  ')
  return `${doc}  ${operation.operationId}(params${optional}: ${queryName(operation)}, options?: CallOptions): ${result}\n`
}
