import { fieldsOf, recordSchema } from '../contract/fields.ts'
import type { Operation, Parameter } from '../contract/operations.ts'
import { equal, type Filter } from './filter-kinds.ts'

/** Schemas that many fields have, so that a common schema does not make them the same thing; '' is none. */
const GENERIC = ['', 'Uint64String', 'Int64String', 'UnixNanos', 'Decimal', 'Amount']

/** The optional parameters of a list that filter its records. */
export function filterParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter(({ name, required }) => !required && !name.startsWith('pagination.'))
}

/**
 * The meaning of a filter that the contract gives: it keeps records with one of its values in the first field of its
 * schema (`PartyId`, `StopOrderStatus`), or, for numbers and free text, in the field of its name. Only the letter case of
 * an id does not matter.
 *
 * @returns undefined if no field fits
 */
export function derivedFilter(
  operation: Operation,
  { name, schema = '', kind }: Parameter,
): Filter | undefined {
  if (kind === 'boolean') return undefined
  const last = (path: string) => path.slice(path.lastIndexOf('.') + 1)
  const isNamed = (path: string) => [last(path), `${last(path)}s`].includes(last(name))
  const found = fieldsOf(recordSchema(operation)).find(
    ({ path, schemaName = '' }) => schemaName === schema && (!GENERIC.includes(schema) || isNamed(path)),
  )
  return found && equal(found.path, schema.endsWith('Id') ? 'folded' : 'exact')
}
