import type { Parameter } from '../contract/operations.ts'
import { fits } from '../records/filters.ts'

/** An id of the right form that no record has. */
export const NOBODY = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'

const NO_INTEGERS = ['abc', '1.5', '1e3', '0x10', '1,000', '+5', '05', '-0', ' 5', '2024-07-16T18:40:00Z']
const NO_BOOLEANS = ['maybe', '2', '1', '0', 't', 'TRUE', 'False', 'yes', 'null']
const TEXTS = ['', NOBODY, 'network', 'no such ü&=+%/?#', 'x'.repeat(500)]
/** Texts that few patterns match. */
const MISSHAPEN = [
  ...['x', '!', 'not-an-id', 'NETWORK', `${'a'.repeat(63)}g`, 'a'.repeat(65)],
  ...["' OR '1'='1", '../../etc/passwd', 'ü', '\0'],
]
/** Texts that no list takes for the cursor of a row, although they have the form of one. */
const NO_CURSORS = ['AAAA', 'bm90LWEtY3Vyc29y']

const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT64 = 2n ** 64n - 1n

/** Values at the limits of what the contract allows for a parameter, and values of every kind that it refuses. */
export function spellingsOf(parameter: Parameter): { allowed: string[]; refused: string[] } {
  const { schema, list } = parameter
  const [limits, wrong] = ofKind(parameter)
  const allowed = limits.filter(text => fits(parameter, text))
  // A list repeats its parameter for a second value. An empty path segment is another path.
  const several = list ? [`${schema.enum?.[0] ?? NOBODY},${schema.enum?.[0] ?? NOBODY}`] : []
  const refused = ['', ...several, ...wrong, ...limits].filter(text => text || parameter.in !== 'path')
  const isOpen = parameter.kind === 'text' && schema.named !== 'Cursor'
  const isRefused = (text: string) => !allowed.includes(text) && !(isOpen && fits(parameter, text))
  return { allowed, refused: [...new Set(refused)].filter(isRefused) }
}

/** Values of the right form, and others. */
function ofKind({ kind, schema }: Parameter): [limits: readonly string[], wrong: readonly string[]] {
  const { enum: names = [], minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = schema
  const [least, most] = [BigInt(minimum), BigInt(maximum)]
  const integers = (within: bigint[], ...beyond: bigint[]): [string[], string[]] => [
    within.map(String),
    [...NO_INTEGERS, ...beyond.map(String)],
  ]
  switch (kind) {
    case 'boolean':
      return [['true', 'false'], NO_BOOLEANS]
    case 'enum':
      return [names, ['NO_SUCH_VALUE', '0', `${names[0]}_`, String(names[0]).toLowerCase()]]
    case 'integer':
      return integers([least, most], least - 1n, most + 1n, 10n ** 20n)
    case 'int64':
      return integers([-MAX_INT64 - 1n, -1n, 0n, MAX_INT64], -MAX_INT64 - 2n, MAX_INT64 + 1n)
    case 'uint64':
      return integers([0n, MAX_INT64 + 1n, MAX_UINT64], -1n, MAX_UINT64 + 1n)
    case 'text':
      return schema.named === 'Cursor' ? [[], [...MISSHAPEN, ...NO_CURSORS]] : [TEXTS, MISSHAPEN]
  }
}
