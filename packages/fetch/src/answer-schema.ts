/** What a value of an answer must be: the part of JSON Schema that the contract's answers are written in. */
export interface AnswerSchema {
  /** Name of the schema that says it all. */
  readonly ref?: string
  readonly type?: string
  readonly pattern?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly items?: AnswerSchema
}

/**
 * One thing that is not as the contract says.
 *
 * @example
 * const show = ({ path, problem }: Deviation) => `${path} ${problem}`
 */
export interface Deviation {
  /** Where in the body, as in `accounts.edges[0].node.balance`. */
  readonly path: string
  readonly problem: string
}

type Named = Readonly<Record<string, AnswerSchema>>

/** Everything in which a value deviates from a schema. Fields that the schema does not know are none. */
export function* deviations(
  value: unknown,
  schema: AnswerSchema,
  named: Named,
  path = '',
): Generator<Deviation> {
  if (schema.ref !== undefined) return yield* deviations(value, named[schema.ref]!, named, path)
  if (schema.type !== undefined && kindOf(value) !== schema.type) {
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

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
