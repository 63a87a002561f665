import type { Json, JsonObject } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import type { Difference } from '../schemas/difference.ts'
import { type Examples, ofLength } from './examples.ts'

/** A difference of two schemas, as the sender and the receiver of a message see it. */
export interface Case {
  difference: Difference
  /** The schema of the sender, with its examples. */
  sent: Form
  examples: Examples
  read: Form
}

/** Values of one kind of difference: those that the sender may write, and that the receiver refuses because of it. */
type Counterexamples = (of: Case) => (Json | undefined)[]

const anyValue: Counterexamples = ({ sent, examples }) => [
  examples.of(sent.whole),
  ...['other', 1, 1.5, true, [], {}, null],
]

/** Numbers from the old limit to the new one. */
const betweenLimits: Counterexamples = ({ sent, read, difference: { rule } }) => {
  const keyword = rule.startsWith('max') ? 'maximum' : 'minimum'
  const [from, to] = [sent.limits.get(keyword)?.value, read.limits.get(keyword)?.value]
  return from === undefined || to === undefined ? [] : [from, (Number(from) + Number(to)) / 2, to]
}

/** A text, an array or an object one above or below the new limit. */
const beyondLimit =
  (keyword: string, step: 1 | -1): Counterexamples =>
  ({ sent, read, examples }) => {
    const count = Number(read.limits.get(keyword)?.value) + step
    if (keyword.endsWith('Items')) return [examples.array(sent, count)]
    if (keyword.endsWith('Properties')) return [examples.object(sent, count)]
    const example = examples.of(sent.whole)
    return typeof example === 'string' ? [ofLength(example || 'x', count)] : []
  }

const withoutField: Counterexamples = ({ sent, examples, difference }) => [
  examples.object(sent, undefined, nameOf(difference)),
]

const withRemovedField: Counterexamples = ({ sent, examples, difference }) => {
  const value = examples.of(difference.schema ?? [])
  return value === undefined ? [] : [withField(examples, sent, nameOf(difference), value)]
}

/** By rule. A breaking rule of schemas without an entry has its reason in the table of rules. */
export const counterexamples: Readonly<Record<string, Counterexamples>> = {
  'type-narrowed': anyValue,
  'type-widened': anyValue,
  'type-changed': anyValue,
  'null-added': () => [null],
  'null-removed': () => [null],
  'enum-value-removed': ({ difference }) => difference.from as Json[],
  'enum-set': anyValue,
  'enum-closed': anyValue,
  'maximum-lowered': betweenLimits,
  'minimum-raised': betweenLimits,
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
}

/** The name of the field at the end of a path such as `.balance`; any other one for `.*`. */
export function nameOf({ segment = '' }: Pick<Difference, 'segment'>): string {
  return segment === '.*' ? 'other' : segment.slice(1)
}

/** An object with a field first, so that a long message shows it. */
export function withField(examples: Examples, form: Form, name: string, value: Json): JsonObject | undefined {
  const others = examples.object(form, undefined, name)
  return others && { [name]: value, ...others }
}
