import type { Parameter } from '../contract/operations.ts'

const INTEGERS = ['abc', '1.5', '1e3', '0x10', '1,000']

/** A text that no list takes for the cursor of a row. */
const NO_CURSORS = ['AAAA', 'bm90LWEtY3Vyc29y']

/** Texts that few patterns match; a text that the pattern of a parameter matches is left out. */
const MISSHAPEN = [
  'x',
  '!',
  'not-an-id',
  `${'a'.repeat(63)}g`,
  'a'.repeat(65),
  "' OR '1'='1",
  '../../etc/passwd',
  'ü',
  '\0',
]

/** Values that the contract does not allow for a parameter, of every kind that its schema tells apart. */
export function badValuesOf(parameter: Parameter): string[] {
  // An empty value of a list may be read as an empty list, and an empty path segment is another path.
  const empty = parameter.list || parameter.in === 'path' ? [] : ['']
  switch (parameter.kind) {
    case 'boolean':
      return [...empty, 'maybe', '2', 'yes', 'null']
    case 'enum':
      return [...empty, 'NO_SUCH_VALUE', '0', ...casedWrong(parameter.values ?? [])]
    case 'integer': {
      const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = parameter
      return [...empty, ...INTEGERS, String(minimum - 1), String(maximum + 1), '99999999999999999999']
    }
    case 'int64':
      return [...empty, ...INTEGERS, String(2n ** 63n), String(-(2n ** 63n) - 1n), '2024-07-16T18:40:00Z']
    case 'uint64':
      return [...empty, ...INTEGERS, '-1', String(2n ** 64n)]
    case 'text': {
      const { pattern } = parameter
      const misshapen = pattern ? [...empty, ...MISSHAPEN].filter(text => !pattern.test(text)) : []
      return parameter.schema === 'Cursor' ? [...misshapen, ...NO_CURSORS] : misshapen
    }
  }
}

function casedWrong(values: readonly string[]): string[] {
  const [value = ''] = values
  return [value.toLowerCase(), `${value}_`]
}
