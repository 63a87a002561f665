import type { Form } from '../normalise/form.ts'
import { allTypes } from '../normalise/types.ts'
import type { SchemaPair } from './pair.ts'

type Types = ReadonlySet<string>

const scalars = ['string', 'number', 'integer', 'boolean']

/** Compares `null` as a value. A schema without a type and a union admits it with all other values. */
export function compareNull(pair: SchemaPair): void {
  const { base, revision } = pair
  if (base.isNullable === revision.isNullable) return
  const isOpen = (form: Form) => !form.types && !form.isNullable && form.unions.length === 0 && !form.values
  if (isOpen(base) !== isOpen(revision) && (base.types || revision.types)) return
  const isAdded = revision.isNullable
  const text = isAdded ? { to: 'null' } : { from: 'null' }
  // Text has no null.
  if (pair.carriage.carrier !== 'body')
    pair.differs(isAdded ? 'text-type-added' : 'text-type-removed', { keyword: 'type', ...text })
  else pair.differs(isAdded ? 'null-added' : 'null-removed', { keyword: 'type' })
}

/**
 * Compares types.
 *
 * @returns True if the two have no type in common, so that nothing else is left to compare.
 */
export function compareTypes(pair: SchemaPair): boolean {
  const { base, revision } = pair
  if (compareList(pair)) return true
  const [from, to] = [named(base.types), named(revision.types)]
  if (from === to) return false
  // They differ only in null, of which a schema without types says nothing.
  const isAll = ({ types }: Form) => !types || allTypes.every(type => types.has(type))
  if (isAll(base) && isAll(revision)) {
    pair.differs('unclassified', { keyword: 'type', key: 'type', from, to })
    return false
  }
  const isText = pair.carriage.carrier !== 'body'
  const isWider = covers(revision, base, isText)
  const isNarrower = covers(base, revision, isText)
  pair.differs(ruleFor(isWider, isNarrower, base.types, revision.types), { keyword: 'type', from, to })
  return !isWider && !isNarrower && ![...(base.types ?? [])].some(type => revision.types?.has(type))
}

function ruleFor(isWider: boolean, isNarrower: boolean, from: Types | undefined, to: Types | undefined) {
  // Any type counts as more than all of them.
  const count = (types: Types | undefined) => types?.size ?? 9
  if (isWider && isNarrower) return count(to) > count(from) ? 'text-type-added' : 'text-type-removed'
  if (isWider) return 'type-widened'
  return isNarrower ? 'type-narrowed' : 'type-changed'
}

/** True if the wide schema has all types of the narrow one. */
function covers(wide: Form, narrow: Form, isText: boolean): boolean {
  if (!wide.types) return true
  return narrow.types !== undefined && [...narrow.types].every(type => hasType(wide, type, isText))
}

function hasType(form: Form, type: string, isText: boolean): boolean {
  if (form.types?.has(type) || (type === 'integer' && form.types?.has('number'))) return true
  return isText && form.types?.has('string') === true && scalars.includes(type) && isAnyText(form)
}

/** True if every text is a valid string. */
function isAnyText({ values, patterns, formats, limits }: Form): boolean {
  const isLimited = limits.has('minLength') || limits.has('maxLength')
  return !values && !isLimited && patterns.size + formats.size === 0
}

function named(types: Types | undefined): string {
  if (!types) return 'any type'
  return types.size === 0 ? 'null' : [...types].sort().join(' or ')
}

/**
 * Compares a list with a single value in text, where a list of one looks like its item. A list of two or more does not.
 *
 * @returns True for such a pair.
 */
function compareList(pair: SchemaPair): boolean {
  const { base, revision, carriage } = pair
  if (carriage.carrier === 'body') return false
  const [from, to] = [onlyType(base), onlyType(revision)]
  if (!from || !to || (from === 'array') === (to === 'array')) return false
  const isAccepted = to === 'array'
  const { items, limits, conditions } = isAccepted ? revision : base
  if (conditions.size > 0) {
    // A single value may fit the first place of a tuple, or not.
    pair.differs('unclassified', { keyword: 'type', key: 'type', from, to })
    return true
  }
  if (!items || !scalars.includes(isAccepted ? from : to)) return false
  const isLonger = (limits.get('minItems')?.value ?? 0) > 1
  const rule = isAccepted ? 'list-accepted' : 'list-refused'
  pair.differs(isLonger ? 'type-changed' : rule, { keyword: 'type', from, to })
  if (isAccepted) pair.compare('', base.whole, items)
  else pair.compare('', items, revision.whole)
  return true
}

function onlyType({ types }: Form): string | undefined {
  return types?.size === 1 ? [...types][0] : undefined
}
