import type { Json, JsonObject } from '../../src/load/json.ts'

/** A number below 1 for each decision, by its place in the schema. */
export type Choose = (place: string) => number

/**
 * Two random schemas that differ in a few decisions: each decision depends on its own place, so a change of one leaves
 * the rest as it is.
 */
export function randomPair(seed: number, make: (choose: Choose) => Json): [Json, Json] {
  const share = [0.03, 0.06, 0.12, 0.4][seed % 4] as number
  const first: Choose = place => hash(seed, place)
  const base = make(first)
  for (let round = 1; ; round += 1) {
    const isOther = (place: string) => hash(seed + round / 1000, `?${place}`) < share * Math.sqrt(round)
    const revision = make(place => (isOther(place) ? hash(seed + round / 1000, place) : first(place)))
    if (JSON.stringify(base) !== JSON.stringify(revision)) return [base, revision]
  }
}

function hash(seed: number, place: string): number {
  let state = Math.imul(seed * 1000, 2654435761) >>> 0
  for (let i = 0; i < place.length; i += 1) state = Math.imul(state ^ place.charCodeAt(i), 16777619)
  for (let i = 0; i < 3; i += 1) {
    state = Math.imul(state ^ (state >>> 15), 2246822507)
    state ^= state >>> 13
  }
  return (state >>> 0) / 2 ** 32
}

const patterns = ['^[a-c]{1,3}$', '^x', '[0-9]', '^[0-9]+$']
const formats = ['date', 'date-time', 'uuid', 'email', 'uri', 'ipv4']
const words = ['a', 'b', 'c', '7', 'true']

/** A schema of a parameter: values that text can carry. */
export function textSchema(choose: Choose, at = ''): Json {
  return pick(choose, `${at}!`, [
    () => scalar(choose, at),
    () => scalar(choose, at),
    () => ({ type: some(choose, `${at}t`, ['string', 'integer', 'boolean', 'null'], 0.5) }),
    () => array(choose, at, inner => scalar(choose, inner)),
  ])
}

/** A schema of a body. */
export function bodySchema(choose: Choose, at = '', depth = 0): Json {
  const inner = (place: string) => bodySchema(choose, place, depth + 1)
  const leaf = () => scalar(choose, at)
  if (depth > 1) return leaf()
  return pick(choose, `${at}!`, [
    leaf,
    leaf,
    () => array(choose, at, inner),
    () => object(choose, at, inner),
    () => object(choose, at, inner),
    () => ({ [choose(`${at}k`) < 0.6 ? 'anyOf' : 'oneOf']: list(choose, `${at}u`, 1, 3, inner) }),
    () => ({ allOf: [part(choose, `${at}a0`, inner), part(choose, `${at}a1`, inner, ['d', 'e'])] }),
    () => combined(choose, at, inner),
  ])
}

function combined(choose: Choose, at: string, inner: (place: string) => Json): Json {
  return pick(choose, `${at}c`, [
    () => ({}),
    () => ({ not: inner(`${at}n`) }),
    () => ({ ...scalar(choose, at), not: { enum: some(choose, `${at}n`, words, 0.4) } }),
    () => ({ allOf: [text(choose, `${at}1`), text(choose, `${at}2`)] }),
    () => ({ anyOf: [{ type: 'string', enum: some(choose, `${at}e`, words, 0.5) }, { type: 'string' }] }),
    () => ({
      ...object(choose, at, inner),
      if: { required: ['a'] },
      [choose(`${at}f`) < 0.5 ? 'then' : 'else']: { required: ['b'] },
    }),
    () => ({ type: some(choose, `${at}t`, ['string', 'number', 'boolean', 'null', 'array', 'object'], 0.6) }),
    () => ({
      ...object(choose, at, inner),
      oneOf: [{ required: ['a'] }, { required: ['b'] }].slice(0, 1 + Math.floor(choose(`${at}o`) * 2)),
    }),
  ])
}

function scalar(choose: Choose, at: string): JsonObject {
  const schema = pick<() => JsonObject>(choose, `${at}s`, [
    () => () => text(choose, at),
    () => () => text(choose, at),
    () => () => number(choose, at, 'integer'),
    () => () => number(choose, at, 'number'),
    () => () => ({ type: 'boolean' }),
    () => () => ({ enum: some(choose, `${at}v`, [...words, 1, 2.5, true, null], 0.4) }),
    () => () => ({ type: 'string', enum: some(choose, `${at}v`, words, 0.6) }),
    () => () => ({ const: words[Math.floor(choose(`${at}w`) * words.length)] as Json }),
  ])()
  const nullable = typeof schema.type === 'string' && !schema.enum && choose(`${at}0`) < 0.15
  return nullable ? { ...schema, type: [schema.type as string, 'null'] } : schema
}

function text(choose: Choose, at: string): JsonObject {
  const least = Math.floor(choose(`${at}<`) * 4)
  return {
    type: 'string',
    ...maybe(choose, `${at}min`, { minLength: least }),
    ...maybe(choose, `${at}max`, { maxLength: least + Math.floor(choose(`${at}>`) * 5) }),
    ...maybe(
      choose,
      `${at}p`,
      { pattern: patterns[Math.floor(choose(`${at}p1`) * patterns.length)] as Json },
      0.12,
    ),
    ...maybe(
      choose,
      `${at}f`,
      { format: formats[Math.floor(choose(`${at}f1`) * formats.length)] as Json },
      0.12,
    ),
    ...maybe(choose, `${at}d`, { description: choose(`${at}d1`) < 0.5 ? 'a' : 'b' }),
  }
}

function number(choose: Choose, at: string, type: string): JsonObject {
  const least = Math.floor(choose(`${at}<`) * 20) - 10
  const [low, high] = [choose(`${at}x`), choose(`${at}y`)].map(at => at < 0.3)
  return {
    type,
    ...maybe(choose, `${at}min`, { [low ? 'exclusiveMinimum' : 'minimum']: least }),
    ...maybe(choose, `${at}max`, {
      [high ? 'exclusiveMaximum' : 'maximum']: least + 3 + Math.floor(choose(`${at}>`) * 20),
    }),
    ...maybe(choose, `${at}m`, { multipleOf: 1 + Math.floor(choose(`${at}m1`) * 4) }, 0.15),
    ...maybe(choose, `${at}f`, { format: choose(`${at}f1`) < 0.5 ? 'int32' : 'int64' }, 0.1),
  }
}

function array(choose: Choose, at: string, inner: (place: string) => Json): JsonObject {
  const least = Math.floor(choose(`${at}<`) * 3)
  return {
    type: 'array',
    ...maybe(choose, `${at}i`, { items: inner(`${at}[`) }, 0.9),
    ...maybe(choose, `${at}min`, { minItems: least }),
    ...maybe(choose, `${at}max`, { maxItems: least + 1 + Math.floor(choose(`${at}>`) * 3) }),
    ...maybe(choose, `${at}q`, { uniqueItems: choose(`${at}q1`) < 0.7 }, 0.15),
    ...maybe(choose, `${at}z`, { prefixItems: list(choose, `${at}z`, 1, 2, inner) }, 0.1),
  }
}

function object(
  choose: Choose,
  at: string,
  inner: (place: string) => Json,
  all = ['a', 'b', 'c'],
): JsonObject {
  const names = all.filter(name => choose(`${at}.${name}?`) < 0.6)
  const most = names.length + Math.floor(choose(`${at}>`) * 2)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, inner(`${at}.${name}`)])),
    ...maybe(choose, `${at}r`, { required: names.filter(name => choose(`${at}r${name}`) < 0.5) }, 0.7),
    ...maybe(
      choose,
      `${at}o`,
      { additionalProperties: choose(`${at}o1`) < 0.5 ? false : inner(`${at}.*`) },
      0.3,
    ),
    ...maybe(choose, `${at}max`, { maxProperties: Math.max(1, most) }, 0.1),
    ...maybe(choose, `${at}min`, { minProperties: 1 }, 0.1),
    ...maybe(choose, `${at}pp`, { patternProperties: { '^x': inner(`${at}.x`) } }, 0.1),
  }
}

/** A part of an `allOf`: its other fields are those of the other part. */
function part(...args: Parameters<typeof object>): JsonObject {
  const { additionalProperties: _, ...others } = object(...args)
  return others
}

function maybe(choose: Choose, at: string, members: JsonObject, chance = 0.35): JsonObject {
  return choose(`${at}?`) < chance ? members : {}
}

function some<Item>(choose: Choose, at: string, items: readonly Item[], chance: number): Item[] {
  const chosen = items.filter((_, i) => choose(`${at}${i}`) < chance)
  return chosen.length > 0 ? chosen : items.slice(0, 1)
}

function list(
  choose: Choose,
  at: string,
  least: number,
  most: number,
  make: (place: string) => Json,
): Json[] {
  const length = least + Math.floor(choose(`${at}#`) * (most - least + 1))
  return Array.from({ length }, (_, i) => make(`${at}${i}`))
}

function pick<Item>(choose: Choose, at: string, makers: readonly (() => Item)[]): Item {
  return (makers[Math.floor(choose(at) * makers.length)] as () => Item)()
}
