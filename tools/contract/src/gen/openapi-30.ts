import { Converter } from '@apiture/openapi-down-convert'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/**
 * Converts a bundle of the contract to OpenAPI 3.0.3, for generators that read nothing later. What confuses some of them is
 * simpler than in the contract: an open enum is a string, base64 is text, and all errors are one response.
 *
 * @param json the bundle, OpenAPI 3.1
 */
export function openapi30(json: string): string {
  const converted = new Converter(simplified(JSON.parse(json)) as object).convert()
  return `${JSON.stringify(converted, null, 2)}\n`
}

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isNode(value)) return value
  // `contentEncoding` would become `format: byte`, of which some clients make bytes without decoding.
  // In 3.0, a `$ref` stands alone.
  if (typeof value.$ref === 'string') return { $ref: value.$ref }
  const { anyOf, contentEncoding: _, responses, ...rest } = value
  const others = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, simplified(inner)]))
  return {
    ...others,
    ...(anyOf !== undefined && { type: 'string' }),
    ...(isNode(responses) && { responses: '200' in responses ? fewer(responses) : simplified(responses) }),
  }
}

/** Responses of one operation: the page or the record, and one error body. */
function fewer({ 200: ok, default: error }: Node): Node {
  return { 200: simplified(ok), '4XX': error, '5XX': error }
}
