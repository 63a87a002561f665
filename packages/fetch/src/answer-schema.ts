/** The schema of a value in a response: the keywords of JSON Schema that the contract's responses use. */
export interface AnswerSchema {
  /** Name of the schema to use instead. */
  readonly ref?: string
  readonly type?: string
  readonly pattern?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly items?: AnswerSchema
}

/**
 * One deviation of a response from the contract.
 *
 * @example
 * const show = ({ path, problem }: Deviation) => `${path} ${problem}`
 */
export interface Deviation {
  /** Path in the body, as in `accounts.edges[0].node.balance`. */
  readonly path: string
  readonly problem: string
}

type Named = Readonly<Record<string, AnswerSchema>>

/** All deviations of a value from a schema. Unknown fields are allowed. */
export function* deviations(
  value: unknown,
  { ref, type, pattern, required = [], properties = {}, items = {} }: AnswerSchema,
  named: Named,
  path = '',
): Generator<Deviation> {
  if (ref !== undefined) return yield* deviations(value, named[ref]!, named, path)
  const kind = kindOf(value)
  if (type !== undefined && kind !== type && !(type === 'integer' && Number.isInteger(value)))
    return yield { path, problem: `is ${kind}, not ${type}` }
  if (typeof value === 'string' && pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    yield { path, problem: `is ${JSON.stringify(value)}, which does not match ${pattern}` }
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* deviations(item, items, named, `${path}[${index}]`)
  if (kind !== 'object') return
  const fields = value as Readonly<Record<string, unknown>>
  const prefix = path && `${path}.`
  for (const name of required)
    if (!Object.hasOwn(fields, name)) yield { path: prefix + name, problem: 'is missing' }
  for (const [name, schema] of Object.entries(properties))
    if (Object.hasOwn(fields, name)) yield* deviations(fields[name], schema, named, prefix + name)
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
