import { type Contract, resolve, type SchemaObject } from './document.ts'
import { describe, type Value } from './value.ts'

/** The two parts of a response for readers: the record, and the envelope around it. */
export interface ResponseShape {
  /** The fields outside of the records. */
  readonly around: Value['fields']
  /** The record and the path to it, such as `orders.edges[].node`; absent when the response is not a page. */
  readonly record?: { readonly path: string; readonly schema: SchemaObject }
}

/** Finds the record in a page, so that its fields need not be shown five levels deep. */
export function responseShape(contract: Contract, answer: SchemaObject, page?: string): ResponseShape {
  const { fields } = describe(contract, answer)
  const [, container] = fields.find(([name]) => name === page) ?? []
  if (page === undefined || container === undefined) return { around: fields }
  const edges = resolve<SchemaObject>(contract, container).properties?.edges ?? {}
  const node = resolve<SchemaObject>(contract, resolve<SchemaObject>(contract, edges).items ?? {}).properties
    ?.node
  return { around: fields, ...(node && { record: { path: `${page}.edges[].node`, schema: node } }) }
}
