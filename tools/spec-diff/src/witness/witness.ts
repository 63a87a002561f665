import type { Found } from '../compare/findings.ts'
import { isObject, type Json } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import type { SchemaComparison } from '../schemas/comparison.ts'
import type { Step } from '../schemas/pair.ts'
import { accepts, type Side } from './accepts.ts'
import { counterexampleOf, nameOf } from './counterexamples.ts'
import { Examples, withField } from './examples.ts'

/** Makes the values that prove differences of schemas. Each is about its own difference, and is checked. */
export class Witnesses {
  readonly #schemas: SchemaComparison
  readonly #examples = new Map<string, Examples>()

  constructor(schemas: SchemaComparison) {
    this.#schemas = schemas
  }

  /** The whole value, body or parameter: valid for its sender, and not for its receiver. Undefined if there is none. */
  of(found: Found, step: Step): Json | undefined {
    const local = this.#localOf(found, step)
    const whole = local === undefined ? undefined : this.#wholeOf(step, local)
    if (whole === undefined || !step.outer) return whole
    let root = step
    while (root.outer) root = root.outer
    const { sender, receiver } = sidesOf(root)
    const { carrier } = root.pair.carriage
    const isSent = accepts(this.#examplesOf(root).side, root.pair[sender], whole, carrier)
    const isRead = accepts(this.#sideOf(root, receiver), root.pair[receiver], whole, carrier)
    return isSent === true && isRead === false ? whole : undefined
  }

  #localOf(difference: Found, step: Step): Json | undefined {
    const { pair } = step
    if (pair.carriage.direction === 'unsent') return undefined
    const { sender, receiver } = sidesOf(step)
    return counterexampleOf({
      difference,
      pair,
      sent: pair[sender],
      examples: this.#examplesOf(step),
      read: pair[receiver],
      reader: this.#sideOf(step, receiver),
    })
  }

  /** The whole value around a part. */
  #wholeOf(step: Step, part: Json): Json | undefined {
    let whole: Json | undefined = part
    for (let at = step; at.outer && whole !== undefined; at = at.outer) {
      const { sender } = sidesOf(at.outer)
      whole = around(this.#examplesOf(at.outer), at.outer.pair[sender], at.segment, whole)
    }
    return whole
  }

  #examplesOf(step: Step): Examples {
    const { sender } = sidesOf(step)
    const key = `${sender} ${step.pair.carriage.direction}`
    const known = this.#examples.get(key) ?? new Examples(this.#sideOf(step, sender))
    this.#examples.set(key, known)
    return known
  }

  #sideOf({ pair }: Step, side: 'base' | 'revision'): Side {
    return { normaliser: this.#schemas[side], direction: pair.carriage.direction }
  }
}

/** The client has the older document: it sends requests by it and reads responses by it. */
function sidesOf({ pair }: Step) {
  return pair.carriage.direction === 'response'
    ? ({ sender: 'revision', receiver: 'base' } as const)
    : ({ sender: 'base', receiver: 'revision' } as const)
}

function around(examples: Examples, form: Form, segment: string, part: Json): Json | undefined {
  if (segment === '' || segment.startsWith('<'))
    return isObject(part) ? { ...part, ...examples.requiredOf(form), ...part } : part
  if (segment.startsWith('[')) {
    const index = segment === '[]' ? form.tuple.length : Number(segment.slice(1, -1))
    const length = Math.max(index + 1, Number(form.limits.get('minItems') ?? 0))
    return examples.array(form, length).with(index, part)
  }
  const fields = examples.of(form.whole)
  return withField(isObject(fields) ? fields : examples.requiredOf(form), nameOf({ segment }), part)
}
