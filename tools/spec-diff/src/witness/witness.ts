import type { Found } from '../compare/findings.ts'
import { isObject, type Json } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import type { Witness } from '../report.ts'
import type { SchemaPair, Schemas, Step } from '../schemas/pair.ts'
import { accepts } from './accepts.ts'
import { counterexamples, nameOf } from './counterexamples.ts'
import { Examples, least, withField } from './examples.ts'
import { messageText } from './message.ts'

type Side = 'base' | 'revision'

/** Makes the messages that prove differences of schemas. Each is about its own difference, and is checked. */
export class Witnesses {
  readonly #schemas: Schemas
  readonly #examples = new Map<string, Examples>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** A message that is valid for its sender, and not for its receiver. Undefined if there is none. */
  of(found: Found): Witness | undefined {
    const value = found.step && this.#valueOf(found, found.step)
    if (value === undefined) return undefined
    const kind = found.place.direction === 'response' ? 'response' : 'request'
    return { kind, text: messageText(found, value), value }
  }

  #valueOf(difference: Found, step: Step): Json | undefined {
    const { pair } = step
    if (pair.carriage.direction === 'unsent') return undefined
    const { sender, receiver } = sidesOf(pair)
    const values = counterexamples[difference.rule]?.({
      difference,
      sent: pair[sender],
      examples: this.#examplesOf(pair, sender),
      read: pair[receiver],
    })
    let whole = values?.find(value => this.#isRefused(pair, value))
    // Each value around a refused one must be refused as well. Its sender may not be able to write it.
    for (let at = step; at.outer && whole !== undefined; at = at.outer) {
      const { pair: outer } = at.outer
      const side = sidesOf(outer).sender
      const value = around(this.#examplesOf(outer, side), outer[side], at.segment, whole)
      whole = this.#isRefused(outer, value) ? value : undefined
    }
    return whole
  }

  #isRefused(pair: SchemaPair, value: Json | undefined): boolean {
    if (value === undefined) return false
    const { sender, receiver } = sidesOf(pair)
    const check = (side: Side) =>
      accepts(this.#examplesOf(pair, side).side, pair[side], value, pair.carriage.carrier)
    return check(sender) === true && check(receiver) === false
  }

  #examplesOf({ carriage: { direction } }: SchemaPair, side: Side): Examples {
    const key = `${side} ${direction}`
    const known = this.#examples.get(key) ?? new Examples({ normaliser: this.#schemas[side], direction })
    this.#examples.set(key, known)
    return known
  }
}

/** The client has the older document: it sends requests by it and reads responses by it. */
function sidesOf({ carriage }: SchemaPair): { sender: Side; receiver: Side } {
  const isResponse = carriage.direction === 'response'
  return isResponse ? { sender: 'revision', receiver: 'base' } : { sender: 'base', receiver: 'revision' }
}

function around(examples: Examples, form: Form, segment: string, part: Json): Json | undefined {
  if (segment === '' || segment.startsWith('<'))
    return isObject(part) ? { ...part, ...examples.object(form), ...part } : part
  if (segment === '[]') return [part, ...examples.array(form, least(form, 'Items')).slice(1)]
  const fields = examples.of(form.whole)
  return withField(isObject(fields) ? fields : examples.object(form), nameOf({ segment }), part)
}
