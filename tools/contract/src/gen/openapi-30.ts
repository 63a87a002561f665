import { Converter } from '@apiture/openapi-down-convert'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Converts a bundle of the contract to OpenAPI 3.0.3, for generators that read nothing later. What confuses some of them is
 * simpler than in the contract: an open enum is a string, base64 is text, and all errors are one response.
 *
 * @param json the bundle, OpenAPI 3.1
 */
export function openapi30(json: string): string {
  const simple = JSON.parse(json, (_, value) => (isNode(value) ? simplified(value) : value))
  return `${JSON.stringify(new Converter(simple).convert(), null, 2)}\n`
}

/** A node whose members are simple. `contentEncoding` would become `format: byte`, of which some clients make bytes without decoding. */
function simplified({ anyOf, contentEncoding: _, responses, ...rest }: Node): Node {
  // In 3.0, a `$ref` stands alone.
  if (typeof rest.$ref === 'string') return { $ref: rest.$ref }
  return {
    ...rest,
    ...(anyOf !== undefined && { type: 'string' }),
    ...(isNode(responses) && { responses: '200' in responses ? fewer(responses) : responses }),
  }
}

/** Responses of one operation: the page or the record, and one error body. */
function fewer({ 200: ok, default: error }: Node): Node {
  return { 200: ok, '4XX': error, '5XX': error }
}
