import type { Form } from '../normalise/form.ts'
import type { Pairing } from './pairing.ts'

const scalars = ['string', 'number', 'integer', 'boolean']

/** Compares whether null is admitted. A schema that says neither type nor union admits it with all the rest. */
export function compareNull(pairing: Pairing): void {
  const { base, revision } = pairing
  if (base.isNullable === revision.isNullable) return
  const isOpen = (form: Form) => !form.types && !form.isNullable && form.unions.length === 0 && !form.values
  if (isOpen(base) !== isOpen(revision) && (base.types || revision.types)) return
  // Text cannot say null.
  if (pairing.carrier !== 'body') {
    const words = revision.isNullable ? { to: 'null' } : { from: 'null' }
    pairing.differs(revision.isNullable ? 'text-type-added' : 'text-type-removed', {
      keyword: 'type',
      ...words,
    })
    return
  }
  pairing.differs(revision.isNullable ? 'null-added' : 'null-removed', { keyword: 'type' })
}

/**
 * Compares types.
 *
 * @returns Whether there is nothing to compare any more: the two have no type in common.
 */
export function compareTypes(pairing: Pairing): boolean {
  const { base, revision } = pairing
  if (isListNow(pairing)) return true
  const isText = pairing.carrier !== 'body'
  const isIn = (one: Form, other: Form) =>
    !other.types || (one.types !== undefined && [...one.types].every(type => covers(other, type, isText)))
  const fits = isIn(base, revision)
  const fitsBack = isIn(revision, base)
  if (named(base.types) === named(revision.types)) return false
  const words = { keyword: 'type', from: named(base.types), to: named(revision.types) }
  if (fits && fitsBack)
    pairing.differs(
      (revision.types?.size ?? 9) > (base.types?.size ?? 9) ? 'text-type-added' : 'text-type-removed',
      words,
    )
  else if (fits) pairing.differs('type-widened', words)
  else if (fitsBack) pairing.differs('type-narrowed', words)
  else pairing.differs('type-changed', words)
  return !fits && !fitsBack && ![...(base.types ?? [])].some(type => revision.types?.has(type))
}

function covers(form: Form, type: string, isText: boolean): boolean {
  const types = form.types as ReadonlySet<string>
  if (types.has(type) || (type === 'integer' && types.has('number'))) return true
  return isText && types.has('string') && scalars.includes(type) && isAnyText(form)
}

/** Whether every text is a valid string. */
function isAnyText({ values, patterns, formats, limits }: Form): boolean {
  const isLimited = limits.has('minLength') || limits.has('maxLength')
  return !values && !isLimited && patterns.size + formats.size === 0
}

function named(types: ReadonlySet<string> | undefined): string {
  if (!types) return 'any type'
  return types.size === 0 ? 'null' : [...types].sort().join(' or ')
}

/** In text a list of one is written as the one. A list that must be longer is another matter. */
function isListNow(pairing: Pairing): boolean {
  const { base, revision, carrier } = pairing
  if (carrier === 'body') return false
  const only = (types: ReadonlySet<string> | undefined) => (types?.size === 1 ? [...types][0] : undefined)
  const [from = '', to = ''] = [only(base.types), only(revision.types)]
  const [list, single] = to === 'array' ? [revision, from] : [base, to]
  if (!list.items || !scalars.includes(single) || (from === 'array') === (to === 'array')) return false
  const needsMore = (list.limits.get('minItems') ?? 0) > 1
  const words = { keyword: 'type', from, to }
  if (needsMore) pairing.differs('type-changed', words)
  else pairing.differs(to === 'array' ? 'list-accepted' : 'list-refused', words)
  if (to === 'array') pairing.within('', pairing.base.whole, list.items)
  else pairing.within('', list.items, pairing.revision.whole)
  return true
}
