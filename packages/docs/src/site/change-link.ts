import type { Contract, SchemaObject } from '../contract/document.ts'
import { type Edition, operationPath } from '../contract/edition.ts'
import type { Operation } from '../contract/operation.ts'
import { parametersOf } from '../contract/samples.ts'
import { describe } from '../contract/value.ts'
import type { Change } from './changelogs.ts'

/**
 * The address of the changed parameter or field, on the page of its operation. A removed part leads to its section.
 *
 * @returns The path from the site's root, or undefined when the edition does not have the operation.
 */
export function changeLink(
  edition: Edition,
  operationId: string,
  { location }: Pick<Change, 'location'>,
): string | undefined {
  const operation = edition.operations.find(({ id }) => id === operationId)
  if (!operation) return undefined
  const page = operationPath(edition, operationId)
  const [place = '', part = ''] = location.split(': ')
  const name = part.replaceAll('[]', '')
  if (place.startsWith('200 ')) return `${page}#${fieldAnchor(edition.contract, operation, name)}`
  if (/^\d/.test(place)) return `${page}#other-responses`
  return parametersOf(operation).some(parameter => parameter.name === name) ? `${page}#${name}` : page
}

/** The anchor of a field such as `orders.edges.node.price`, which the page shows without its envelope. */
function fieldAnchor(contract: Contract, operation: Operation, location: string): string {
  const path = location.split('.')
  const isInRecord = path.slice(0, 3).join('.') === `${operation.page}.edges.node`
  const isField = hasField(contract, { $ref: `#/components/schemas/${operation.answer}` }, path)
  const shown = isInRecord ? path.slice(3) : path
  const isInEnvelope = !isInRecord && path[0] === operation.page && path[1] === 'edges'
  return isField && !isInEnvelope && shown.length > 0 ? `response.${shown.join('.')}` : 'response'
}

function hasField(contract: Contract, schema: SchemaObject, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  const [, field] = describe(contract, schema).fields.find(([each]) => each === name) ?? []
  return field !== undefined && hasField(contract, field, rest)
}
