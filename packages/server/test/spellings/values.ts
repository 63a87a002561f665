import {
  exampleCursors,
  isCursor,
  operations,
  type Parameter,
  type Schema,
  valueSchema,
} from './contract-reading.ts'

/** One hundred hexadecimal digits, of which ids are cut. */
const HEX = '0eb8de3cf1dd90474ab401cdc3582e6090bafe4327a314cc203cc020a2c2f774'.repeat(2)
const ID = HEX.slice(0, 64)

const words = (text: string): string[] => text.split(' ')

/** Texts that mean nothing to any parameter but free text. */
const NONSENSE = [
  ...words(`null undefined None NaN [] {} "" '' * % true,false é 😀 ٥ ５ ² <a> $ne ../.. ;`),
  ...['', ' ', '\t', '\n', '\0', 'a\0b', '\u2028', '\ufeff1', 'x'.repeat(3000)],
]

const INTEGERS = [
  ...words('0 1 5 30 5000 5001 -5 -0 +5 +0 05 00 0000000005 5.0 5. .5 5,0 0x5 0b1 0o7 1e3 1E3 5n 5L'),
  ...words('5_000 5,000 1/2 --5 5;6 1,2 Infinity -9223372036854775808'),
  ...[' 5', '5 ', '5\n'],
  ...[31, 32, 53, 63, 64].flatMap(bits => [-1n, 0n].map(step => String(2n ** BigInt(bits) + step))),
  ...[19, 20, 40].map(digits => '1'.repeat(digits)),
  ...[19, 20].map(digits => '9'.repeat(digits)),
]

const BOOLEANS = [
  ...words(
    'true false 1 0 2 -1 t f T F TRUE FALSE True False tRuE fALSE yes no Yes NO y n Y N on off ON OFF',
  ),
  ...words('enabled disabled tru truee "true" 1.0 0.0 00 01 !false'),
  ...['true ', ' true', 'true\n'],
]

const IDENTIFIERS = [
  ...[ID, ID.toUpperCase(), `${ID.slice(0, 32)}${ID.slice(32).toUpperCase()}`, `0x${ID}`, `0x${ID.slice(2)}`],
  ...[63, 65, 128].map(length => HEX.slice(0, length)),
  ...[` ${ID}`, `${ID} `, `${ID}\n`, `"${ID}"`, `${ID},${ID}`, `${ID},`, `,${ID}`, `[${ID}]`, `${ID};${ID}`],
  ...[`${ID.slice(0, 63)}g`, `${ID.slice(0, 63)}-`, `${ID.slice(0, 32)}-${ID.slice(33)}`, `${ID}%00`],
  ...words('network NETWORK Network network,network VOTE vote Vote fBTC FBTC XYZalpha noSuchName'),
  ...words('a ab AB abc 0 00 -ab a.b a_b 0x 0xab'),
  'ab ab',
]

const CURSORS = [
  ...words('a abc YWJj YWI= YQ== a+b a/b a.b -_- _ - ~ a,b YWJj,YWJj AAAA 0 -1 W10 e30 bnVsbA %5B%5D é'),
  ...['a b', 'ab\n', ' YWJj', 'x'.repeat(64), ID],
]

const TEXTS = ['a b', ...words(`a A a+b a,b a&b=c a#b a?b a/b %41 % 100% o'c mm-eth-usdt --`)]

function spellingsOfEnum([first = '', second = first, ...others]: readonly string[]): string[] {
  const words = first.toLowerCase().split('_')
  const last = words.at(-1) ?? ''
  const titled = words.map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return [
    ...[first, second, ...others],
    ...[
      first.toLowerCase(),
      titled,
      titled.replace(/^./, letter => letter.toLowerCase()),
      last,
      last.toUpperCase(),
    ],
    ...[first.replaceAll('_', '-'), first.replaceAll('_', ' '), first.slice(1), first.slice(0, -1)],
    ...[` ${first}`, `${first} `, `${first}\n`, `"${first}"`, `[${first}]`, `${first},`, `,${first}`],
    ...[`${first}_`, `${first}X`, ...[',', ';', '|'].map(between => first + between + second)],
    ...['0', '1', '2', '4', '-1', '00', '1.0', 'UNSPECIFIED', 'ANY', 'ALL', 'NONE'],
  ]
}

/** About fifty texts for one value of a parameter, most of them wrong, by the kind of its schema. */
export function spellingsOf(operationId: string, parameter: Parameter): readonly string[] {
  const schema = valueSchema(parameter)
  return [...new Set([...NONSENSE, ...byKind(operationId, parameter, schema)])]
}

function byKind(operationId: string, parameter: Parameter, schema: Schema): readonly string[] {
  if (schema.type === 'boolean') return BOOLEANS
  if (schema.enum) return spellingsOfEnum(schema.enum)
  const { minimum, maximum } = schema
  if (schema.type === 'integer')
    return [...INTEGERS, ...[minimum, maximum].flatMap(limit => (limit === undefined ? [] : around(limit)))]
  if (schema.format === 'int64' || schema.format === 'uint64') return INTEGERS
  if (isCursor(parameter)) {
    const others = operations.filter(other => other.operationId !== operationId)
    return [...CURSORS, ...others.map(other => exampleCursors(other.operationId)[0] ?? '')]
  }
  return [...IDENTIFIERS, ...TEXTS]
}

const around = (limit: number): string[] => [limit - 1, limit, limit + 1].map(String)

/** A text as part of a URL in different ways, which all mean the same. */
export function encodingsOf(text: string): readonly string[] {
  const hex = [...new TextEncoder().encode(text)].map(byte => byte.toString(16).padStart(2, '0'))
  return [
    encodeURIComponent(text),
    hex.map(byte => `%${byte}`).join(''),
    hex.map(byte => `%${byte.toUpperCase()}`).join(''),
  ]
}

/** Parts of a URL that no text becomes. */
export const MALFORMED = ['%', '%a', '%zz', '%ff', '%c3', '%c3%28', '%ed%a0%80', '%u0041', 'true%', '5%']

/** Wrong spellings of a name, as other services and libraries write them. `isSame` if only case and punctuation differ. */
export function misspeltNames(name: string): readonly { readonly other: string; readonly isSame: boolean }[] {
  const [head = '', ...tail] = name.split('.')
  const same = [
    name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
    name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`),
    name.toLowerCase(),
    name.toUpperCase(),
    name.slice(0, 1).toUpperCase() + name.slice(1),
    `${head}${tail.map(segment => `[${segment}]`).join('')}`,
    `${name}[]`,
  ].filter(other => other !== name)
  const others = [tail.at(-1) ?? `x${name}`, [head, ...tail].join('_'), `${name}[0]`, ` ${name}`, `${name} `]
  return [
    ...same.map(other => ({ other, isSame: true })),
    ...others.filter(other => other !== name).map(other => ({ other, isSame: false })),
  ]
}
