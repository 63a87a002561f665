import type { Parameter } from './contract.ts'
import { suggestion } from './suggest.ts'

export interface ValueReader {
  /** Reads the text of one value. Returns undefined for an invalid one. */
  readonly read: (text: string) => string | number | boolean | undefined
  /** The predicate of the message for an invalid value: `must be ...`. */
  readonly allowed: string
  /** Returns the end of that message: the right spelling, or the nearest one; '' when nothing is similar. */
  readonly hint: (text: string) => string
}

const HASH = /^[0-9a-fA-F]{64}$/

export function valueReader(parameter: Parameter): ValueReader {
  switch (parameter.kind) {
    case 'boolean':
      return choiceReader({ true: true, false: false }, 'must be true or false')
    case 'enum': {
      const values = parameter.enum ?? []
      const known = Object.fromEntries(values.map(value => [value, value]))
      return choiceReader(known, `must be one of ${values.join(', ')}`)
    }
    case 'string':
      return stringReader(parameter)
    case 'integer': {
      const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = parameter
      const reader = integerReader(BigInt(minimum), BigInt(maximum))
      return {
        ...reader,
        read: text => {
          const value = reader.read(text)
          return value === undefined ? undefined : Number(value)
        },
      }
    }
    case 'int64':
      return integerReader(-(2n ** 63n), 2n ** 63n - 1n, parameter.pattern)
    case 'uint64':
      return integerReader(0n, 2n ** 64n - 1n, parameter.pattern)
  }
}

function choiceReader(choices: Readonly<Record<string, string | boolean>>, allowed: string): ValueReader {
  const known = new Map(Object.entries(choices))
  return { read: text => known.get(text), allowed, hint: text => suggestion(text, [...known.keys()]) }
}

function stringReader({ schema, pattern = '' }: Parameter): ValueReader {
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
    hint: () => '',
  }
}

/** Compiles a reader for integers in plain digits. The value stays text. */
export function integerReader(minimum: bigint, maximum: bigint, pattern?: string) {
  const shape = pattern === undefined ? undefined : new RegExp(pattern, 'u')
  const lowest = minimum < 0n && shape?.test('-1') === false ? 0n : minimum
  const read = (text: string): string | undefined => {
    if (!/^(0|-?[1-9][0-9]{0,39})$/.test(text) || shape?.test(text) === false) return undefined
    const value = BigInt(text)
    return value < lowest || value > maximum ? undefined : text
  }
  return {
    read,
    allowed: `must be an integer from ${lowest} to ${maximum}, in plain digits without sign or leading zeros`,
    hint: (text: string) => {
      const [, digits = ''] = /^[+ ]?0*(0|[1-9][0-9]{0,39})$/.exec(text) ?? []
      return read(digits) === undefined ? '' : `; write ${digits}`
    },
  }
}
