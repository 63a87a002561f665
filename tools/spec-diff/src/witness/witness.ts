import type { Found } from '../compare/site.ts'
import type { Json } from '../load/json.ts'
import { structureConditions } from '../normalise/keywords.ts'
import type { Witness } from '../report.ts'
import type { SchemaPair, Schemas, Step } from '../schemas/pair.ts'
import { counterexamples, nameOf, withField } from './counterexamples.ts'
import { Examples, least } from './examples.ts'

/**
 * Makes the messages that prove differences of schemas, each from its own difference. A value that is refused in a field
 * or in an item is refused with all values around it, so no validator is necessary. Where a union decides, there is none.
 */
export class Witnesses {
  readonly #examples: Readonly<Record<Witness['kind'], { sender: Examples; receiver: Examples }>>

  /** The client has the older document: it sends requests by it and reads responses by it. */
  constructor({ base, revision }: Schemas) {
    const request = { sender: new Examples(base, 'request'), receiver: new Examples(revision, 'request') }
    const response = { sender: new Examples(revision, 'response'), receiver: new Examples(base, 'response') }
    this.#examples = { request, response }
  }

  /** A message that is valid for its sender, and not for its receiver. Undefined if there is none. */
  of(found: Found): Witness | undefined {
    const value = found.step && this.#valueOf(found, found.step)
    if (value === undefined) return undefined
    const kind = found.place.direction === 'response' ? 'response' : 'request'
    return { kind, text: messageText(found, value), value }
  }

  /** The whole value: the body, the parameter or the header. */
  #valueOf(difference: Found, step: Step): Json | undefined {
    if (step.pair.carriage.direction === 'unsent') return undefined
    let whole = this.#counterexample(difference, step.pair)
    for (let at = step; at.outer && whole !== undefined; at = at.outer)
      whole = this.#around(at.outer.pair, at.segment, whole)
    return whole
  }

  #counterexample(difference: Found, pair: SchemaPair): Json | undefined {
    const { sent, read, sender, receiver } = this.#sidesOf(pair)
    const isRefused = (value: Json) => {
      const values = pair.carriage.carrier === 'body' ? [value] : readings(value)
      return values.length > 0 && values.every(each => receiver.validity(read, each) === false)
    }
    return counterexamples[difference.rule]?.({ difference, sent, examples: sender, read }).find(
      value => value !== undefined && sender.validity(sent, value) === true && isRefused(value),
    )
  }

  /** The value around a part. Undefined where a union, a tuple or a pattern of names decides. */
  #around(pair: SchemaPair, segment: string, part: Json): Json | undefined {
    const { sent, read, sender } = this.#sidesOf(pair)
    const isOther = [...read.conditions.keys()].some(keyword => structureConditions.has(keyword))
    if (isOther || segment === '' || segment.startsWith('<')) return undefined
    const others = sender.array(sent, least(sent, 'Items') - 1)
    const list = others && [part, ...others]
    const value = segment === '[]' ? list : withField(sender, sent, nameOf({ segment }), part)
    return value && sender.validity(sent, value) === true ? value : undefined
  }

  #sidesOf({ base, revision, carriage }: SchemaPair) {
    const [kind, sent, read] =
      carriage.direction === 'response'
        ? (['response', revision, base] as const)
        : (['request', base, revision] as const)
    return { ...this.#examples[kind], sent, read }
  }
}

/** The values that a text can stand for. A list of one looks like its item. Text has no null. */
function readings(value: Json): Json[] {
  if (value === null || (Array.isArray(value) && value.includes(null))) return []
  if (Array.isArray(value)) return value.length === 1 ? [value, ...readings(value[0] as Json)] : [value]
  if (typeof value === 'object') return [value]
  const text = String(value)
  const scalars: Json[] = [text]
  if (/^-?\d+(\.\d+)?$/.test(text)) scalars.push(Number(text))
  if (text === 'true' || text === 'false') scalars.push(text === 'true')
  return [...scalars, [text]]
}

/** The request or response with a value, as text for people. */
function messageText({ place }: Found, value: Json): string {
  const [where = '', media] = place.at.split(' ')
  // A part of the value has a longer name.
  const name = place.name.replace(/(\[\]|<).*$/, '')
  if (['query', 'path', 'header', 'cookie'].includes(where))
    return `${place.operation} ${parameterText(where, name, value)}`
  if (place.direction === 'request') return `${place.operation} ${jsonText(value)}`
  const header = media === 'header' ? `${name}: ` : ''
  return `${place.operation} → ${where} ${header}${jsonText(value)}`
}

function parameterText(where: string, name: string, value: Json): string {
  const texts = [value].flat().map(item => (typeof item === 'object' ? jsonText(item) : String(item)))
  if (where !== 'query') return `with ${name}: ${texts.join(',')}`
  return texts.map((text, i) => `${i === 0 ? '?' : '&'}${name}=${encodeURIComponent(text)}`).join('')
}

const longest = 300

/** JSON with shortened texts. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, (_, each) => {
    if (typeof each === 'bigint') return `${each}`
    const isLong = typeof each === 'string' && each.length > 40
    return isLong ? `${each.slice(0, 8)}… (${each.length} characters)` : each
  })
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
