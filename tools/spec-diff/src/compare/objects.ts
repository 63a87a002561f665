import type { Conjunction, Form } from '../normalise/form.ts'
import { matches } from '../normalise/types.ts'
import type { Direction } from '../rules/rule.ts'
import { fieldSunset } from './deprecation.ts'
import type { Pairing } from './pairing.ts'
import type { SchemaComparison } from './schemas.ts'

const anything: Conjunction = []

/** Compares the fields of objects: listed, named by pattern, and others. */
export function compareObjects(pairing: Pairing, comparison: SchemaComparison): void {
  const { base, revision } = pairing
  const names = (form: Form) => [...form.properties.keys(), ...form.required]
  for (const name of new Set([...names(base), ...names(revision)])) compareField(pairing, comparison, name)
  comparePatterns(pairing)
  compareOthers(pairing)
  if (revision.listsFields && revision.others === undefined && isFreeForm(base) && base.types?.has('object'))
    pairing.differs('free-form-ended', { keyword: 'properties' })
}

/** Whether an object lists no fields, so that any is sent. */
function isFreeForm({ listsFields, others, unions }: Form): boolean {
  return !listsFields && unions.length === 0 && others === undefined
}

function compareField(pairing: Pairing, comparison: SchemaComparison, name: string): void {
  const { base, revision, direction, carrier } = pairing
  const [from, to] = [fieldOf(base, name), fieldOf(revision, name)]
  const segment = `.${name}`
  const keyword = `properties/${name}`
  const [before, after] = [undescribed(base, name), undescribed(revision, name)]
  if (from && !to) {
    if (after) pairing.within(segment, from, after)
    const unsent = isHidden(comparison.base.form(from), direction) || direction === 'unsent'
    if (unsent)
      pairing.differs(direction === 'request' ? 'read-only-lifted' : 'write-only-lifted', {
        segment,
        keyword,
        key: 'removed',
      })
    else {
      const isRefused = direction === 'request' && (revision.others === false || carrier !== 'body')
      const rule = isRefused ? 'refused-property-removed' : 'property-removed'
      pairing.differs(rule, { segment, keyword, ...fieldSunset(comparison.base.form(from)) })
    }
  } else if (to && !from) {
    if (before) pairing.within(segment, before, to)
    const unsent = isHidden(comparison.revision.form(to), direction)
    const unexpected = direction === 'response' && base.others === false
    const isRequired = revision.required.has(name) && !unsent
    const added = unexpected ? 'unexpected-property-added' : 'optional-property-added'
    pairing.differs(isRequired && !unexpected ? 'required-property-added' : added, { segment, keyword })
  } else if (from && to) {
    const hidden =
      isHidden(comparison.base.form(from), direction) && isHidden(comparison.revision.form(to), direction)
    const [was, is] = [base.required.has(name), revision.required.has(name)]
    if (was !== is && !hidden) {
      const rule = is ? 'property-became-required' : 'property-became-optional'
      pairing.differs(rule, { segment, keyword: base.properties.has(name) ? keyword : 'required' })
    } else if (was !== is) pairing.differs('read-only-lifted', { segment, keyword, key: 'required' })
    pairing.within(segment, from, to, hidden ? { direction: 'unsent' } : {})
  }
}

/** Whether nobody sends the field in that direction. */
export function isHidden({ isReadOnly, isWriteOnly }: Form, direction: Direction): boolean {
  return direction === 'request' ? isReadOnly : direction === 'response' && isWriteOnly
}

/** A name that is only required is a field that may be anything. */
function fieldOf(form: Form, name: string): Conjunction | undefined {
  return form.properties.get(name) ?? (form.required.has(name) ? anything : undefined)
}

/** The schema of a field that is not listed: that of its pattern, or of the others. */
function undescribed(form: Form, name: string): Conjunction | undefined {
  const its = [...form.namePatterns].flatMap(([pattern, schema]) => (matches(pattern, name) ? schema : []))
  return its.length > 0 ? its : form.others || undefined
}

function comparePatterns(pairing: Pairing): void {
  const { base, revision } = pairing
  const keyword = 'patternProperties'
  for (const pattern of new Set([...base.namePatterns.keys(), ...revision.namePatterns.keys()])) {
    const from = base.namePatterns.get(pattern) ?? base.others
    const to = revision.namePatterns.get(pattern) ?? revision.others
    if (from && to) pairing.within(`.{${pattern}}`, from, to)
    else if (from)
      pairing.differs(to === false ? 'names-refused' : 'name-pattern-unconstrained', {
        keyword,
        from: pattern,
      })
    else if (to)
      pairing.differs(from === false ? 'names-described' : 'name-pattern-constrained', {
        keyword,
        to: pattern,
      })
  }
}

function compareOthers(pairing: Pairing): void {
  const [from, to] = [pairing.base.others, pairing.revision.others]
  const keyword = 'additionalProperties'
  if (from && to) pairing.within('.*', from, to)
  if ((from && to) || from === to) return
  if (to === false) pairing.differs('others-refused', { keyword })
  else if (from === false)
    pairing.differs(to || isFreeForm(pairing.revision) ? 'others-described' : 'others-accepted', { keyword })
  else pairing.differs(to ? 'others-constrained' : 'others-unconstrained', { keyword })
}
