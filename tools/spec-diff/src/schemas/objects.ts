import { matched } from '../load/json.ts'
import type { Conjunction, Form } from '../normalise/form.ts'
import type { Normaliser } from '../normalise/normaliser.ts'
import { membersOf, sunsetOf } from './deprecation.ts'
import { isHidden } from './difference.ts'
import type { SchemaPair } from './pair.ts'

export function compareObjects(pair: SchemaPair): void {
  if (pair.shares('array')) compareItems(pair)
  if (!pair.shares('object')) return
  const { base, revision } = pair
  for (const [name, from, to] of matched(
    fieldsOf(pair.schemas.base, base),
    fieldsOf(pair.schemas.revision, revision),
  )) {
    if (from && to) compareField(pair, name, from, to)
    else if (from) compareRemovedField(pair, name, from)
    else if (to) compareAddedField(pair, name, to)
  }
  compareOthers(pair)
  if (revision.listsFields && revision.others === undefined && isFreeForm(base) && base.types?.has('object'))
    pair.differs('free-form-ended', { keyword: 'properties' })
}

/** The fields with their schemas. A name that is only required, here or in a union, is one of the other fields. */
function fieldsOf(normaliser: Normaliser, form: Form): Map<string, Conjunction> {
  const branches = form.unions.flatMap(union => union.branches.map(branch => normaliser.form(branch)))
  const names = [form, ...branches].flatMap(({ required, properties }) =>
    [...required].filter(name => !properties.has(name)),
  )
  const bare = names.filter(name => !form.properties.has(name))
  return new Map([...form.properties, ...bare.map(name => [name, form.others || []] as const)])
}

/** True for an object without listed fields, so that clients send any. */
function isFreeForm({ listsFields, others, unions }: Form): boolean {
  return !listsFields && unions.length === 0 && others === undefined
}

function compareField(pair: SchemaPair, name: string, from: Conjunction, to: Conjunction): void {
  const { base, revision, schemas } = pair
  const { direction } = pair.carriage
  const [segment, keyword] = [`.${name}`, `properties/${name}`]
  const isUnsent =
    isHidden(schemas.base.form(from), direction) && isHidden(schemas.revision.form(to), direction)
  // A schema without other fields refused a name that it only required.
  const wasRefused = base.others === false && !base.properties.has(name)
  if (direction === 'response' && wasRefused && revision.others !== false)
    pair.differs('unexpected-property-added', { segment, keyword })
  const isRequired = revision.required.has(name)
  if (base.required.has(name) !== isRequired) {
    if (isUnsent) pair.differs('read-only-lifted', { segment, keyword, key: 'required' })
    else {
      const rule = isRequired ? 'property-became-required' : 'property-became-optional'
      pair.differs(rule, { segment, keyword: base.properties.has(name) ? keyword : 'required' })
    }
  }
  pair.compare(segment, from, to, isUnsent ? { direction: 'unsent' } : {})
}

function compareRemovedField(pair: SchemaPair, name: string, from: Conjunction): void {
  const { direction, carrier } = pair.carriage
  const [segment, keyword] = [`.${name}`, `properties/${name}`]
  const remaining = pair.revision.others
  if (remaining) pair.compare(segment, from, remaining)
  const field = pair.schemas.base.form(from)
  if (isHidden(field, direction) || direction === 'unsent') {
    const rule = direction === 'request' ? 'read-only-lifted' : 'write-only-lifted'
    pair.differs(rule, { segment, keyword, key: 'removed' })
    return
  }
  const isRefused = direction === 'request' && (pair.revision.others === false || carrier !== 'body')
  const rule = isRefused ? 'refused-property-removed' : 'property-removed'
  pair.differs(rule, { segment, keyword, schema: from, ...sunsetOf(membersOf(field)) })
}

function compareAddedField(pair: SchemaPair, name: string, to: Conjunction): void {
  const { direction } = pair.carriage
  const [segment, keyword] = [`.${name}`, `properties/${name}`]
  const before = pair.base.others
  if (before) pair.compare(segment, before, to)
  const isUnsent = isHidden(pair.schemas.revision.form(to), direction)
  if (direction === 'response' && pair.base.others === false)
    pair.differs('unexpected-property-added', { segment, keyword })
  else if (pair.revision.required.has(name) && !isUnsent)
    pair.differs('required-property-added', { segment, keyword })
  else pair.differs('optional-property-added', { segment, keyword })
}

function compareOthers(pair: SchemaPair): void {
  const [from, to] = [pair.base.others, pair.revision.others]
  const keyword = 'additionalProperties'
  if (from && to) pair.compare('.*', from, to)
  if ((from && to) || from === to) return
  if (to === false) pair.differs('others-refused', { keyword })
  else if (from) pair.differs('others-unconstrained', { keyword })
  else pair.differs(from === undefined ? 'others-constrained' : 'others-accepted', { keyword })
}

function compareItems(pair: SchemaPair): void {
  const [from, to] = [pair.base.items, pair.revision.items]
  const keyword = 'items'
  if (from && to) pair.compare('[]', from, to)
  else if (from) pair.differs('items-unconstrained', { keyword })
  else if (to) pair.differs('items-constrained', { keyword })
}
