import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../load/contract.ts'
import { canonical, defined, isObject, type Json, type JsonObject } from '../load/json.ts'
import { discriminatorOf } from './discriminator.ts'
import { fieldsOf } from './fields.ts'
import { type Flat, flatten } from './flatten.ts'
import { type Conjunction, type Form, setOf } from './form.ts'
import { conditionKeywords, effective, isAnnotation, statedBy, structuralKeywords } from './keywords.ts'
import { digestOf } from './references.ts'
import { scalarChecks, scalarsOf } from './scalars.ts'
import { hasType, listedValues, typeOf, typesOf } from './types.ts'

/** Brings the schemas of one document into normal form, each one once. */
export class Normaliser {
  readonly contract: Contract
  readonly #forms = new Map<string, Form>()
  readonly #byParts = new WeakMap<Conjunction, Form>()
  readonly #numbers = new WeakMap<object, number>()
  #next = 0

  constructor(contract: Contract) {
    this.contract = contract
  }

  /** The normal form of schemas that a value must follow together. */
  form(parts: Conjunction): Form {
    const known = this.#byParts.get(parts)
    if (known) return known
    const form = this.#formOf(parts)
    this.#byParts.set(parts, form)
    return form
  }

  #formOf(parts: Conjunction): Form {
    const flat = flatten(this.contract, parts)
    const numbers = flat.leaves.map(leaf => this.#number(leaf)).join(' ')
    const id = `${flat.isNever ? '!' : ''}${flat.hasNullBranch ? '?' : ''}${numbers}`
    const known = this.#forms.get(id)
    if (known) return known
    const form = { ...formOf(this.contract, flat, parts), id, ...defined({ component: flat.component }) }
    this.#forms.set(id, form)
    return form
  }

  #number(node: object): number {
    const number = this.#numbers.get(node) ?? this.#next++
    this.#numbers.set(node, number)
    return number
  }
}

function formOf(contract: Contract, flat: Flat, parts: Conjunction): Omit<Form, 'id'> {
  const { unions, isOpenEnum } = flat
  const holder = flat.leaves[0] ?? parts.find(isObject) ?? {}
  const { values, types, isNullable, isNever } = valuesOf(contract, flat)
  const areScalars = values !== undefined && !isOpenEnum && [...values.values()].every(isScalar)
  const { leaves, idle } = effective(flat.leaves, types, areScalars)
  const all = (keyword: string) => statedBy(leaves, keyword)
  const [fallback] = all('default')
  const formats = all('format').map(String)
  // OpenAPI 3.1 has an encoding in place of this format.
  const encodings = formats.includes('byte') ? ['base64'] : all('contentEncoding')
  return {
    whole: flat.leaves,
    isNever: flat.isNever || isNever,
    isNullable,
    ...defined({
      types,
      values,
      discriminator: discriminatorOf(contract, flat.leaves, unions),
      encoding: [...encodings, ...all('contentMediaType')].join(' of ') || undefined,
      default: fallback === undefined ? undefined : { value: fallback },
    }),
    isOpenEnum,
    ...scalarsOf(leaves, types),
    formats: setOf(formats.filter(format => format !== 'byte')),
    hasUniqueItems: all('uniqueItems').includes(true),
    ...fieldsOf(leaves),
    unions,
    isReadOnly: all('readOnly').includes(true),
    isWriteOnly: all('writeOnly').includes(true),
    isDeprecated: all('deprecated').includes(true),
    ...othersOf(contract, leaves, idle),
    holder: keyword =>
      flat.leaves.find(leaf => keyword !== undefined && leaf[keyword] !== undefined) ?? holder,
  }
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object'
}

/** The listed values that are valid, and the types: those of the values, or the declared ones. */
function valuesOf(contract: Contract, flat: Flat): Pick<Form, 'types' | 'values' | 'isNullable' | 'isNever'> {
  const typed = typesOf(flat, contract.isOpenApi30)
  const listed = listedValues(flat)
  if (!listed) return typed
  const hasNull = listed.delete('null')
  if (flat.isOpenEnum) return { ...typed, values: listed, isNullable: typed.isNullable || hasNull }
  const scalars = scalarsOf(flat.leaves, typed.types)
  const isValid = (value: Json) =>
    (!typed.types || hasType(typed.types, typeOf(value))) &&
    ![...scalarChecks(scalars, value)].includes(false)
  const values = new Map([...listed].filter(([, value]) => isValid(value)))
  const all = [...values.values()]
  const types = all.every(isScalar) ? new Set(all.map(typeOf)) : typed.types
  if (types?.has('number')) types.delete('integer')
  // In 3.0 `nullable` holds beside an enum that does not list null.
  const isNullable = typed.isNullable ? hasNull || contract.isOpenApi30 : !typed.types && hasNull
  return {
    ...defined({ types }),
    values,
    isNullable,
    isNever: typed.isNever || (values.size === 0 && !isNullable),
  }
}

/** Conditions, and keywords without a field of their own. Of annotations the outermost counts, of others all do. */
function othersOf(contract: Contract, leaves: readonly JsonObject[], idle: ReadonlyMap<string, Json>) {
  const conditions = new Map<string, string>()
  const annotations = new Map<string, Json>(idle)
  for (const [keyword, member] of leaves.flatMap(leaf => Object.entries(leaf))) {
    if (conditionKeywords.has(keyword) || (keyword === 'items' && Array.isArray(member))) {
      const isIdle = member === true && /^(unevaluated|propertyNames)/.test(keyword)
      const all = [...(conditions.get(keyword)?.split(' ') ?? []), digestOf(contract, member)]
      if (!isIdle) conditions.set(keyword, [...new Set(all)].sort().join(' '))
      continue
    }
    const isIgnored = keyword === 'nullable' && member === true && !contract.isOpenApi30
    if (structuralKeywords.has(keyword) && !isIgnored) continue
    const before = annotations.get(keyword)
    if (before === undefined) annotations.set(keyword, member)
    else if (!isAnnotation(keyword) && !isDeepStrictEqual(before, member))
      annotations.set(
        keyword,
        [before, member].toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1)),
      )
  }
  return { conditions, annotations }
}
