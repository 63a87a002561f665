import type { Conjunction, Form } from '../normalise/form.ts'
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
}

function compareField(pairing: Pairing, comparison: SchemaComparison, name: string): void {
  const { base, revision, direction, carrier } = pairing
  const [from, to] = [fieldOf(base, name), fieldOf(revision, name)]
  const segment = `.${name}`
  const keyword = `properties/${name}`
  const isHidden = (form: Form) =>
    direction === 'request' ? form.isReadOnly : direction === 'response' && form.isWriteOnly
  if (from && !to) {
    const unsent = isHidden(comparison.base.form(from)) || direction === 'unsent'
    if (unsent)
      pairing.differs(direction === 'request' ? 'read-only-lifted' : 'write-only-lifted', {
        segment,
        keyword,
        key: 'removed',
      })
    else {
      const isRefused = direction === 'request' && (revision.others === false || carrier !== 'body')
      pairing.differs(isRefused ? 'refused-property-removed' : 'property-removed', { segment, keyword })
    }
  } else if (to && !from) {
    const unsent = isHidden(comparison.revision.form(to))
    const unexpected = direction === 'response' && base.others === false
    const isRequired = revision.required.has(name) && !unsent
    const added = unexpected ? 'unexpected-property-added' : 'optional-property-added'
    pairing.differs(isRequired && !unexpected ? 'required-property-added' : added, { segment, keyword })
  } else if (from && to) {
    const hidden = isHidden(comparison.base.form(from)) && isHidden(comparison.revision.form(to))
    const [was, is] = [base.required.has(name), revision.required.has(name)]
    if (was !== is && !hidden) {
      const rule = is ? 'property-became-required' : 'property-became-optional'
      pairing.differs(rule, { segment, keyword: base.properties.has(name) ? keyword : 'required' })
    } else if (was !== is) pairing.differs('read-only-lifted', { segment, keyword, key: 'required' })
    pairing.within(segment, from, to, hidden ? { direction: 'unsent' } : {})
  }
}

/** A name that is only required is a field that may be anything. */
function fieldOf(form: Form, name: string): Conjunction | undefined {
  return form.properties.get(name) ?? (form.required.has(name) ? anything : undefined)
}

function comparePatterns(pairing: Pairing): void {
  const { namePatterns: from } = pairing.base
  const { namePatterns: to } = pairing.revision
  const keyword = 'patternProperties'
  for (const [pattern, schema] of from) {
    const other = to.get(pattern)
    if (other) pairing.within(`.{${pattern}}`, schema, other)
    else pairing.differs('name-pattern-unconstrained', { keyword, from: pattern })
  }
  for (const pattern of to.keys())
    if (!from.has(pattern)) pairing.differs('name-pattern-constrained', { keyword, to: pattern })
}

function compareOthers(pairing: Pairing): void {
  const [from, to] = [pairing.base.others, pairing.revision.others]
  const keyword = 'additionalProperties'
  if (from && to) pairing.within('.*', from, to)
  if ((from && to) || from === to) return
  if (to === false) pairing.differs('others-refused', { keyword })
  else if (from === false) pairing.differs('others-accepted', { keyword })
  else pairing.differs(to ? 'others-constrained' : 'others-unconstrained', { keyword })
}
