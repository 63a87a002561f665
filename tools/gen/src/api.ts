import { type Contract, type Operation, recordName, responseName } from './contract.ts'
import { queryName } from './queries.ts'
import { jsDoc } from './text.ts'

/**
 * The client's interface, written out method by method: the shortest hovers, the operation's own description on each
 * of them, and next to nothing to compute for a program that uses it.
 */
export function api(contract: Contract, operations: Operation[]): string {
  const methods = operations.map(operation => method(contract, operation))
  return `${jsDoc(['The operations of the contract as the methods of a client.'])}export interface TradingNetworkApi {
${methods.join('\n')}}
`
}

function method(contract: Contract, operation: Operation): string {
  const optional = operation.parameters.some(parameter => parameter.required) ? '' : '?'
  const response = responseName(contract, operation)
  const record = recordName(contract, operation)
  const result = record ? `PagedResult<${response}, ${record}>` : `Promise<${response}>`
  const doc = jsDoc([operation.summary, operation.description], '  ')
  return `${doc}  ${operation.operationId}(params${optional}: ${queryName(operation)}, options?: CallOptions): ${result}\n`
}
