import type { Contract } from '../load/contract.ts'
import { asArray, asObject, canonical, defined, isObject, type Json, type JsonObject } from '../load/json.ts'
import { boundsOf } from './bounds.ts'
import { conditionsOf } from './conditions.ts'
import { discriminatorOf } from './discriminator.ts'
import { branchesOf, type Flat, flatten } from './flatten.ts'
import type { Conjunction, Form, Union } from './form.ts'
import { withoutIdle } from './idle.ts'
import { annotationKeywords, conditionKeywords, limitKeywords, structuralKeywords } from './keywords.ts'
import { merged } from './merged-union.ts'
import { isOpenEnum, openEnum } from './open-enum.ts'
import { admittedValues, matches, typeOf, typesOf, valuesOf } from './types.ts'

/** Brings the schemas of one document into normal form, each one once. */
export class Normaliser {
  readonly #forms = new Map<string, Form>()
  readonly #numbers = new WeakMap<object, number>()
  #next = 0

  readonly contract: Contract

  constructor(contract: Contract) {
    this.contract = contract
  }

  /** The normal form of schemas that hold together. */
  form(parts: Conjunction): Form {
    const flat = flatten(this.contract, parts)
    const unions = flat.leaves.flatMap(leaf => this.#unions(leaf))
    for (const union of [...unions]) {
      const simple = openEnum(this.contract, union) ?? merged(this.contract, union)
      if (!simple) continue
      flat.leaves.push(simple)
      if (union.hasNull) flat.besideNull.add(simple)
      unions.splice(unions.indexOf(union), 1)
    }
    const key = flat.leaves.map(leaf => this.#number(leaf)).join(' ')
    const id = `${flat.isNever ? '!' : ''}${flat.hasNullBranch ? '?' : ''}${key}`
    const known = this.#forms.get(id)
    if (known) return known
    const form = { ...formOf(this.contract, flat, unions, parts), id }
    form.isNever ||= flat.isNever
    if (flat.component !== undefined) form.component = flat.component
    this.#forms.set(id, form)
    return form
  }

  #unions(leaf: JsonObject): Union[] {
    return (['oneOf', 'anyOf'] as const).flatMap(kind => {
      const { branches, hasNull } = branchesOf(this.contract, leaf, kind)
      if (branches.length < 2) return []
      return [{ kind, branches: branches.map(each => [each]), holder: leaf, hasNull }]
    })
  }

  #number(node: object): number {
    const known = this.#numbers.get(node)
    if (known !== undefined) return known
    this.#next += 1
    this.#numbers.set(node, this.#next)
    return this.#next
  }
}

function formOf(contract: Contract, flat: Flat, unions: Union[], parts: Conjunction): Form {
  const having = (keyword: string) => flat.leaves.filter(leaf => leaf[keyword] !== undefined)
  const whole = flat.leaves[0] ?? parts.find(isObject) ?? {}
  const typed = typesOf(flat.leaves, flat, contract.isOpenApi30)
  const said = valuesOf(flat.leaves, flat)
  const isOpen = flat.leaves.some(isOpenEnum)
  const listed = said && !isOpen ? admittedValues(said, typed.types, flat.leaves) : said
  const values = listed && new Map([...listed].filter(([, value]) => value !== null))
  const isScalar = [...(values?.values() ?? [])].every(value => typeof value !== 'object')
  const types = values && isScalar && !isOpen ? typesOfValues(values.values()) : typed.types
  const { useful: leaves, idle } = withoutIdle(
    flat.leaves,
    types,
    values !== undefined && isScalar && !isOpen,
  )
  const all = (keyword: string) =>
    leaves.flatMap(leaf => (leaf[keyword] === undefined ? [] : [leaf[keyword] as Json]))
  const isNullListed = [...(listed?.values() ?? [])].includes(null)
  // In 3.0 `nullable` holds beside an enum that does not list null.
  const isNullable =
    listed && !isOpen && !contract.isOpenApi30
      ? isNullListed && (typed.isNullable || !typed.types)
      : typed.isNullable || (!typed.types && isNullListed)
  const bounds = boundsOf(leaves, types)
  const limits = limitsOf(leaves)
  const isEmpty = (values?.size === 0 || isImpossible(types, bounds, limits)) && !isNullable
  const encoding = all('contentEncoding').concat(all('contentMediaType')).map(String).join(' of ')
  const discriminator = discriminatorOf(contract, having('discriminator')[0], unions)
  const [fallback] = all('default')
  return {
    id: '',
    whole: flat.leaves,
    isNever: typed.isNever || isEmpty,
    isNullable,
    ...defined({ types, values, discriminator }),
    isOpenEnum: isOpen,
    ...bounds,
    limits,
    formats: setOf(all('format').map(String)),
    patterns: setOf(
      all('pattern')
        .map(String)
        .filter(pattern => !['', '^', '.*', '^.*$', '^.*'].includes(pattern)),
    ),
    multiples: setOf(
      (all('multipleOf') as number[]).filter(each => each !== 1 || !types?.has('integer') || types.size > 1),
    ),
    hasUniqueItems: all('uniqueItems').includes(true),
    ...(encoding ? { encoding } : {}),
    ...(fallback === undefined ? {} : { default: { value: fallback } }),
    ...fieldsOf(leaves),
    ...itemsOf(leaves),
    tuple: tupleOf(leaves),
    unions,
    ...(all('not').length > 0 ? { negation: all('not') } : {}),
    conditions: conditionsOf(contract, leaves),
    isReadOnly: all('readOnly').includes(true),
    isWriteOnly: all('writeOnly').includes(true),
    isDeprecated: all('deprecated').includes(true),
    ...restOf(leaves, idle),
    holder: keyword => (keyword === undefined ? undefined : having(keyword)[0]) ?? whole,
  }
}

function typesOfValues(values: Iterable<Json>): Set<string> {
  const types = new Set([...values].map(typeOf))
  if (types.has('number')) types.delete('integer')
  return types
}

/** Whether limits contradict each other for the only type. */
function isImpossible(
  types: ReadonlySet<string> | undefined,
  { lower, upper }: Pick<Form, 'lower' | 'upper'>,
  limits: Form['limits'],
): boolean {
  if (types?.size !== 1) return false
  const isCrossed = (least: number | bigint = 0, most: number | bigint = Infinity) => least > most
  if (lower && upper && isCrossed(lower.value, upper.value)) return true
  const isTouching = lower !== undefined && lower.value === upper?.value
  if (isTouching && (lower.exclusive || upper?.exclusive)) return true
  return ['Length', 'Items', 'Properties'].some(end =>
    isCrossed(limits.get(`min${end}`), limits.get(`max${end}`)),
  )
}

const none: ReadonlySet<never> = new Set()

/** A set; the same one for all that are empty, because most are. */
function setOf<Item>(items: readonly Item[]): ReadonlySet<Item> {
  return items.length > 0 ? new Set(items) : none
}

function limitsOf(leaves: readonly JsonObject[]): Map<string, number | bigint> {
  const limits = new Map<string, number | bigint>()
  for (const [keyword, end] of limitKeywords) {
    for (const leaf of leaves) {
      const value = leaf[keyword]
      if ((typeof value !== 'number' && typeof value !== 'bigint') || (end === 'min' && value <= 0)) continue
      const before = limits.get(keyword)
      const holds = before === undefined || (end === 'max' ? value < before : value > before)
      if (holds) limits.set(keyword, value)
    }
  }
  return limits
}

const noMembers: ReadonlyMap<string, Conjunction> = new Map()

/** The fields of an object. Each follows every schema that applies to it: by name, by pattern or as an additional field. */
function fieldsOf(
  leaves: readonly JsonObject[],
): Pick<Form, 'properties' | 'required' | 'listsFields' | 'namePatterns' | 'others'> {
  const keys = (keyword: string) => new Set(leaves.flatMap(leaf => Object.keys(asObject(leaf[keyword]))))
  const patterns = [...keys('patternProperties')]
  const said = (leaf: JsonObject, name: string): Json[] => {
    const listed = asObject(leaf.properties)
    const its = Object.entries(asObject(leaf.patternProperties)).filter(([pattern]) => matches(pattern, name))
    const own = [
      ...(Object.hasOwn(listed, name) ? [listed[name] as Json] : []),
      ...its.map(([, schema]) => schema),
    ]
    return own.length > 0 ? own : otherFieldsOf(leaf)
  }
  const saidOf = (leaf: JsonObject, pattern: string): Json[] => {
    const its = asObject(leaf.patternProperties)[pattern]
    if (its !== undefined) return [its]
    return Object.keys(asObject(leaf.patternProperties)).length > 0 ? [] : otherFieldsOf(leaf)
  }
  const names = [...keys('properties')]
  const others = leaves.flatMap(otherFieldsOf)
  const required = leaves.flatMap(leaf => asArray(leaf.required).map(String))
  return {
    properties:
      names.length > 0
        ? new Map(names.map(name => [name, leaves.flatMap(leaf => said(leaf, name))]))
        : noMembers,
    required: setOf(required),
    listsFields: leaves.some(leaf => leaf.properties !== undefined || leaf.patternProperties !== undefined),
    namePatterns:
      patterns.length > 0
        ? new Map(patterns.map(pattern => [pattern, leaves.flatMap(leaf => saidOf(leaf, pattern))]))
        : noMembers,
    ...(others.includes(false) ? { others: false } : others.length > 0 ? { others } : {}),
  }
}

/** The schema of fields that are not listed, where it says anything. */
function otherFieldsOf({ additionalProperties: others }: JsonObject): Json[] {
  return others === false || (isObject(others) && Object.keys(others).length > 0) ? [others] : []
}

function itemsOf(leaves: readonly JsonObject[]): { items?: Conjunction } {
  const items = leaves.map(leaf => leaf.items).filter(each => isObject(each) || each === false)
  return items.length > 0 ? { items: items as Json[] } : {}
}

function tupleOf(leaves: readonly JsonObject[]): Conjunction[] {
  const tuples = leaves.map(leaf => asArray(leaf.prefixItems ?? leaf.items))
  const length = Math.max(0, ...tuples.map(tuple => tuple.length))
  return Array.from({ length }, (_, i) => tuples.map(tuple => tuple[i]).filter(each => each !== undefined))
}

/** What `xml` says besides its defaults, which are false. */
function withoutFalse(xml: Json): Json | undefined {
  const said = Object.entries(asObject(xml)).filter(([, value]) => value !== false)
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

function restOf(leaves: readonly JsonObject[], idle: ReadonlyMap<string, Json>) {
  const annotations = new Map<string, Json>(idle)
  const unknown = new Map<string, Json>()
  for (const leaf of leaves) {
    for (const [key, said] of Object.entries(leaf)) {
      if (structuralKeywords.has(key) || conditionKeywords.has(key)) continue
      const value = key === 'xml' ? withoutFalse(said) : said
      if (value === undefined) continue
      const isNoted = annotationKeywords.has(key) || key.startsWith('x-')
      const into = isNoted ? annotations : unknown
      // The outermost text counts; of keywords that nobody knows all do.
      if (!into.has(key)) into.set(key, value)
      else if (!isNoted && canonical(into.get(key)) !== canonical(value))
        into.set(key, [into.get(key) as Json, value])
    }
  }
  return { annotations, unknown }
}
