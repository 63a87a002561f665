import { isObject, type Json } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import { fits, typeOf } from '../normalise/types.ts'
import type { Difference } from '../schemas/difference.ts'
import type { SchemaPair } from '../schemas/pair.ts'
import { accepts, type Side } from './accepts.ts'
import { type Examples, ofLength, sendsOthers, withField } from './examples.ts'
import { hasFormat, numbersOf, textsOf } from './formats.ts'

/** A difference of two schemas, as sender and receiver of a message see it. */
export interface Case {
  difference: Difference
  pair: SchemaPair
  /** The schema of the sender, with its examples. The client sends requests and reads responses by the base. */
  sent: Form
  examples: Examples
  /** The schema of the receiver. */
  read: Form
  reader: Side
}

/** Values for one kind of difference: the sender may write them, and the receiver refuses them for this difference. */
type Counterexamples = (of: Case) => (Json | undefined)[]

const oneOfEachType: Json[] = ['text', 1, 1.5, true, [], {}, null]

const otherType: Counterexamples = ({ sent, read, examples }) =>
  [examples.of(sent.whole), ...oneOfEachType].filter(value => {
    const type = value === undefined ? '' : typeOf(value)
    const isKnown = read.types?.has(type) || (type === 'integer' && read.types?.has('number'))
    return !isKnown || read.isNever
  })

const twoItems: Counterexamples = ({ sent, examples }) => [examples.array(sent, 2)]

const unlisted: Counterexamples = ({ sent, examples }) => [examples.of(sent.whole), 'other', ...oneOfEachType]

const otherFormat: Counterexamples = ({ sent, read }) =>
  [...sent.formats]
    .flatMap(format => [...textsOf(format), ...numbersOf(format)])
    .filter(value => [...read.formats].some(format => !hasFormat(value, format)))

const otherMultiple: Counterexamples = ({ sent, examples }) => {
  const example = examples.of(sent.whole)
  const step = Math.max(1, ...[...sent.multiples].map(Number))
  return typeof example === 'number' ? [0, 1, 2, 3, 4].map(i => example + i * step) : []
}

/** Numbers between the old and the new bound. */
const beyondBound =
  (end: 'lower' | 'upper'): Counterexamples =>
  ({ sent, read }) => {
    const [from, to] = [sent[end]?.value, read[end]?.value]
    if (from === undefined || to === undefined) return []
    return [from, (Number(from) + Number(to)) / 2, to]
  }

/** Texts, arrays or objects one above or below the new limit. */
const beyondLimit =
  (keyword: string, step: 1 | -1): Counterexamples =>
  ({ sent, read, examples }) => {
    const count = Number(read.limits.get(keyword)) + step
    if (keyword.endsWith('Items')) return [examples.array(sent, count)]
    if (keyword.endsWith('Properties')) return [examples.object(sent, count)]
    const example = examples.of(sent.whole)
    return typeof example === 'string' ? [ofLength(example || 'x', count)] : []
  }

const withoutField: Counterexamples = ({ sent, examples, difference }) => {
  const example = examples.of(sent.whole)
  if (!isObject(example)) return []
  const { [nameOf(difference)]: _, ...others } = example
  return [others]
}

const withRemovedField: Counterexamples = ({ sent, examples, difference }) => {
  const value = examples.of(difference.schema ?? [])
  return value === undefined ? [] : [withField(examples.of(sent.whole), nameOf(difference), value)]
}

/** A field that is not listed. */
const withOtherField: Counterexamples = ({ sent, examples }) => {
  if (!sendsOthers(sent)) return []
  const values = [sent.others ? examples.of(sent.others) : 'text', ...oneOfEachType]
  return values.flatMap(value =>
    value === undefined ? [] : [withField(examples.of(sent.whole), 'other', value)],
  )
}

const withNamedField: Counterexamples = ({ sent, examples, difference: { from, to } }) => {
  const pattern = String(from ?? to)
  const name = nameFor(pattern)
  const schema = sent.namePatterns.get(pattern)
  if (name === undefined || (!schema && !sendsOthers(sent))) return []
  const values = [examples.of(schema ?? []), ...oneOfEachType]
  return values.flatMap(value =>
    value === undefined ? [] : [withField(examples.of(sent.whole), name, value)],
  )
}

/** An array whose item has another type than the new schema says. */
const withItem: Counterexamples = ({ sent, examples, difference }) => {
  const index = Number(/^\[(\d+)\]$/.exec(difference.segment ?? '')?.[1] ?? sent.tuple.length)
  const length = Math.max(index + 1, Number(sent.limits.get('minItems') ?? 0))
  return oneOfEachType.map(item => examples.array(sent, length).with(index, item))
}

const ofRemovedBranch: Counterexamples = ({ sent, examples, difference: { schema = [] } }) => {
  const union = sent.unions.find(({ branches }) => branches.includes(schema))
  return [union ? examples.ofBranch(sent, union, schema) : examples.of(schema)]
}

const anyValue: Counterexamples = ({ sent, examples }) => [examples.of(sent.whole), ...oneOfEachType]

/** By rule. A breaking rule of schemas without an entry here has its reason in the table of rules. */
export const counterexamples: Readonly<Record<string, Counterexamples>> = {
  'type-narrowed': otherType,
  'type-widened': otherType,
  'type-changed': otherType,
  'null-added': () => [null],
  'null-removed': () => [null],
  'list-accepted': twoItems,
  'list-refused': twoItems,
  'enum-value-removed': ({ difference }) => [difference.from as Json],
  'enum-set': unlisted,
  'enum-closed': unlisted,
  'format-narrowed': otherFormat,
  'format-widened': otherFormat,
  'format-changed': otherFormat,
  'multiple-set': otherMultiple,
  'multiple-changed': otherMultiple,
  'unique-items-set': ({ sent, examples }) => [examples.array({ ...sent, hasUniqueItems: false }, 2)],
  'maximum-lowered': beyondBound('upper'),
  'minimum-raised': beyondBound('lower'),
  'max-length-lowered': beyondLimit('maxLength', 1),
  'min-length-raised': beyondLimit('minLength', -1),
  'max-items-lowered': beyondLimit('maxItems', 1),
  'min-items-raised': beyondLimit('minItems', -1),
  'max-properties-lowered': beyondLimit('maxProperties', 1),
  'min-properties-raised': beyondLimit('minProperties', -1),
  'property-removed': withoutField,
  'required-property-added': withoutField,
  'property-became-required': withoutField,
  'property-became-optional': withoutField,
  'refused-property-removed': withRemovedField,
  'others-refused': withOtherField,
  'others-constrained': withOtherField,
  'name-pattern-constrained': withNamedField,
  'names-refused': withNamedField,
  'items-constrained': withItem,
  'tuple-item-constrained': withItem,
  'union-branch-removed': ofRemovedBranch,
  'union-set': anyValue,
}

/** The name of a field: of `.balance`, any other one for `.*`, one that fits the pattern for `.{^x-}`. */
export function nameOf({ segment = '' }: Pick<Difference, 'segment'>): string {
  if (segment === '.*') return 'other'
  return segment.startsWith('.{') ? (nameFor(segment.slice(2, -1)) ?? 'other') : segment.slice(1)
}

/** A name for a pattern of letters between anchors. */
function nameFor(pattern: string): string | undefined {
  const name = pattern.replace(/^\^/, '').replace(/\$$/, '')
  return fits(pattern, name) ? name : undefined
}

/** The first value that the sender may write and the receiver refuses. */
export function counterexampleOf(of: Case): Json | undefined {
  const { pair, sent, read, reader, examples, difference } = of
  const { carrier } = pair.carriage
  return counterexamples[difference.rule]?.(of).find(
    value =>
      value !== undefined &&
      accepts(examples.side, sent, value, carrier) === true &&
      accepts(reader, read, value, carrier) === false,
  )
}
