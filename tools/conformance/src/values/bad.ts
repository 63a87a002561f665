import type { Parameter } from '../contract/operations.ts'
import { NOBODY } from './limits.ts'

const INTEGERS = ['abc', '1.5', '1e3', '0x10', '1,000', '+5', '05', ' 5']

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
  // An empty path segment is another path.
  const empty = parameter.in === 'path' ? [] : ['']
  switch (parameter.kind) {
    case 'boolean':
      return [...empty, 'maybe', '2', '1', '0', 't', 'TRUE', 'False', 'yes', 'null']
    case 'enum':
      return [...empty, 'NO_SUCH_VALUE', '0', ...casedWrong(parameter), ...joined(parameter)]
    case 'integer': {
      const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1 } = parameter
      return [...empty, ...INTEGERS, String(minimum - 1), String(maximum + 1), '99999999999999999999']
    }
    case 'int64':
      return [
        ...[...empty, ...INTEGERS, String(2n ** 63n), String(-(2n ** 63n) - 1n), '2024-07-16T18:40:00Z'],
        ...['-1'].filter(text => parameter.pattern?.test(text) === false),
      ]
    case 'uint64':
      return [...empty, ...INTEGERS, '-1', String(2n ** 64n)]
    case 'text': {
      const { pattern } = parameter
      const misshapen = pattern
        ? [...empty, ...MISSHAPEN, ...joined(parameter)].filter(text => !pattern.test(text))
        : []
      return parameter.schema === 'Cursor' ? [...misshapen, ...NO_CURSORS] : misshapen
    }
  }
}

function casedWrong({ values: [value = ''] = [] }: Parameter): string[] {
  return [value.toLowerCase(), `${value}_`]
}

/** Two values with a comma. A list repeats its parameter instead. */
function joined({ list, values: [value = NOBODY] = [] }: Parameter): string[] {
  return list ? [`${value},${value}`] : []
}
