import type { Parameter } from './contract.ts'

/** A reader for the values of a parameter. */
export interface ValueReader {
  /** Reads the text of one value. Returns undefined for an invalid one. */
  readonly read: (text: string) => string | number | boolean | undefined
  /** The predicate of the message for an invalid value: `must be ...`. */
  readonly allowed: string
}

const BOOLEANS = new Map([
  ...['1', 't', 'T', 'TRUE', 'true', 'True'].map(text => [text, true] as const),
  ...['0', 'f', 'F', 'FALSE', 'false', 'False'].map(text => [text, false] as const),
])

const HASH = /^[0-9a-fA-F]{64}$/

/** Compiles the reader of a parameter's values from the contract. */
export function valueReader(parameter: Parameter): ValueReader {
  switch (parameter.kind) {
    case 'boolean':
      return { read: text => BOOLEANS.get(text), allowed: 'must be true or false' }
    case 'enum': {
      const values = parameter.enum ?? []
      const known = new Set(values)
      return {
        read: text => (known.has(text) ? text : undefined),
        allowed: `must be one of ${values.join(', ')}`,
      }
    }
    case 'string':
      return stringReader(parameter)
    case 'integer': {
      const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = parameter
      const { read, allowed } = integerReader(parameter, BigInt(minimum), BigInt(maximum))
      return {
        read: text => {
          const value = read(text)
          return value === undefined ? undefined : Number(value)
        },
        allowed,
      }
    }
    case 'int64':
      return integerReader(parameter, -(2n ** 63n), 2n ** 63n - 1n)
    case 'uint64':
      return integerReader(parameter, 0n, 2n ** 64n - 1n)
  }
}

function stringReader({ schema, pattern }: Parameter): ValueReader {
  if (pattern === undefined) {
    // U+0000 is refused because PostgreSQL text cannot contain it. Without this it would cause a 500.
    return { read: text => (text.includes('\0') ? undefined : text), allowed: 'must be text without U+0000' }
  }
  const shape = new RegExp(pattern, 'u')
  // The store has hashes in lower case. Only identifiers are converted, since a cursor may have 64 hex digits by
  // chance.
  const identifier = schema?.endsWith('Id') ?? false
  const isHash = pattern === HASH.source
  return {
    read: text => {
      if (!shape.test(text)) return undefined
      return identifier && (isHash || HASH.test(text)) ? text.toLowerCase() : text
    },
    allowed: schema === undefined ? `must match ${pattern}` : `must be a valid ${schema} (${pattern})`,
  }
}

function integerReader({ pattern }: Parameter, least: bigint, most: bigint) {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const lowest = shape !== undefined && !shape.test('-1') && least < 0n ? 0n : least
  const digits = lowest < 0n ? /^-?[0-9]{1,40}$/ : /^[0-9]{1,40}$/
  return {
    read(text: string): string | undefined {
      if (!digits.test(text) || shape?.test(text) === false) return undefined
      const value = BigInt(text)
      return value < lowest || value > most ? undefined : value.toString()
    },
    allowed: `must be an integer from ${lowest} to ${most}, in plain digits`,
  }
}
