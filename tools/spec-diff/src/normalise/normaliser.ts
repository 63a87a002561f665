import type { Contract } from '../load/contract.ts'
import { asArray, asObject, canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import { boundsOf } from './bounds.ts'
import { conditionsOf } from './conditions.ts'
import { discriminatorOf } from './discriminator.ts'
import { branchesOf, flatten } from './flatten.ts'
import type { Conjunction, Form, Union } from './form.ts'
import { annotationKeywords, conditionKeywords, limitKeywords, structuralKeywords } from './keywords.ts'
import { merged } from './merged-union.ts'
import { isOpenEnum, openEnum } from './open-enum.ts'
import { typesOf, valuesOf } from './types.ts'

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
      unions.splice(unions.indexOf(union), 1)
    }
    const key = flat.leaves.map(leaf => this.#number(leaf)).join(' ')
    const id = `${flat.isNever ? '!' : ''}${flat.hasNullBranch ? '?' : ''}${key}`
    const known = this.#forms.get(id)
    if (known) return known
    const form = { ...formOf(this.contract, flat.leaves, unions, parts), id }
    form.isNever ||= flat.isNever
    form.isNullable ||= flat.hasNullBranch
    if (flat.component !== undefined) form.component = flat.component
    this.#forms.set(id, form)
    return form
  }

  #unions(leaf: JsonObject): Union[] {
    return (['oneOf', 'anyOf'] as const).flatMap(kind => {
      const { branches } = branchesOf(this.contract, leaf, kind)
      return branches.length < 2 ? [] : [{ kind, branches: branches.map(each => [each]), holder: leaf }]
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

function formOf(
  contract: Contract,
  leaves: readonly JsonObject[],
  unions: Union[],
  parts: Conjunction,
): Form {
  const having = (keyword: string) => leaves.filter(leaf => leaf[keyword] !== undefined)
  const all = (keyword: string) => having(keyword).map(leaf => leaf[keyword] as Json)
  const whole = leaves[0] ?? parts.find(isObject) ?? {}
  const { types, isNullable, isNever } = typesOf(leaves, contract.isOpenApi30)
  const values = valuesOf(leaves)
  const formats = new Set(all('format').map(String))
  const discriminator = discriminatorOf(contract, having('discriminator')[0], unions)
  const encoding = all('contentEncoding').concat(all('contentMediaType')).map(String).join(' of ')
  const [fallback] = all('default')
  return {
    id: '',
    whole: leaves,
    isNever: isNever || values?.size === 0,
    ...(types ? { types } : {}),
    isNullable: isNullable || [...(values?.values() ?? [])].includes(null),
    ...(values ? { values: new Map([...values].filter(([, value]) => value !== null)) } : {}),
    isOpenEnum: leaves.some(isOpenEnum),
    ...boundsOf(leaves, types),
    limits: limitsOf(leaves),
    formats,
    patterns: new Set(
      all('pattern')
        .map(String)
        .filter(pattern => !['', '^', '.*', '^.*$', '^.*'].includes(pattern)),
    ),
    multiples: new Set(all('multipleOf') as number[]),
    hasUniqueItems: all('uniqueItems').includes(true),
    ...(encoding ? { encoding } : {}),
    ...(fallback === undefined ? {} : { default: { value: fallback } }),
    properties: membersOf(all('properties')),
    required: new Set(all('required').flatMap(asArray).map(String)),
    namePatterns: membersOf(all('patternProperties')),
    ...othersOf(all('additionalProperties')),
    ...itemsOf(leaves),
    tuple: tupleOf(leaves),
    unions,
    ...(all('not').length > 0 ? { negation: all('not') } : {}),
    ...(discriminator ? { discriminator } : {}),
    conditions: conditionsOf(contract, leaves),
    isReadOnly: all('readOnly').includes(true),
    isWriteOnly: all('writeOnly').includes(true),
    isDeprecated: all('deprecated').includes(true),
    ...restOf(leaves),
    holder: keyword => (keyword === undefined ? undefined : having(keyword)[0]) ?? whole,
  }
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

function membersOf(groups: readonly Json[]): Map<string, Json[]> {
  const members = new Map<string, Json[]>()
  for (const group of groups)
    for (const [name, schema] of Object.entries(asObject(group)))
      members.set(name, [...(members.get(name) ?? []), schema])
  return members
}

function othersOf(said: readonly Json[]): { others?: Conjunction | false } {
  if (said.includes(false)) return { others: false }
  const schemas = said.filter(each => isObject(each) && Object.keys(each).length > 0)
  return schemas.length > 0 ? { others: schemas } : {}
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

function restOf(leaves: readonly JsonObject[]) {
  const annotations = new Map<string, Json>()
  const unknown = new Map<string, Json>()
  for (const leaf of leaves) {
    for (const [key, value] of Object.entries(leaf)) {
      if (structuralKeywords.has(key) || conditionKeywords.has(key)) continue
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
