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
  schema: AnswerSchema,
  named: Named,
  path = '',
): Generator<Deviation> {
  if (schema.ref !== undefined) return yield* deviations(value, named[schema.ref]!, named, path)
  if (schema.type !== undefined && !isA(value, schema.type)) {
    return yield { path, problem: `is ${kindOf(value)}, not ${schema.type}` }
  }
  if (
    typeof value === 'string' &&
    schema.pattern !== undefined &&
    !new RegExp(schema.pattern, 'u').test(value)
  )
    yield { path, problem: `is ${JSON.stringify(value)}, which does not match ${schema.pattern}` }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* deviations(item, schema.items ?? {}, named, `${path}[${index}]`)
    }
  } else if (kindOf(value) === 'object') {
    yield* ofFields(value as Record<string, unknown>, schema, named, path && `${path}.`)
  }
}

function* ofFields(
  value: Readonly<Record<string, unknown>>,
  { required = [], properties = {} }: AnswerSchema,
  named: Named,
  prefix: string,
): Generator<Deviation> {
  for (const name of required)
    if (!Object.hasOwn(value, name)) yield { path: prefix + name, problem: 'is missing' }
  for (const [name, schema] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) yield* deviations(value[name], schema, named, prefix + name)
  }
}

const isA = (value: unknown, type: string) =>
  type === 'integer' ? Number.isInteger(value) : kindOf(value) === type

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
