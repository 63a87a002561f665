import type { Found } from '../compare/findings.ts'
import type { Documents } from '../compare/site.ts'
import type { Json } from '../load/json.ts'
import type { Witness } from '../report.ts'
import { Examples } from './examples.ts'
import { Witnesses } from './witness.ts'

type Describe = (found: Found, documents: Documents) => string

/** Messages of differences that are not of schemas. They follow from the rule. */
export const messages: Readonly<Record<string, Describe>> = {
  'operation-removed': ({ place }) => place.operation,
  'operation-moved': ({ from }) => String(from),
  'parameter-removed': ({ base, place }, { schemas }) => {
    const { schema } = base?.node ?? {}
    const examples = new Examples({ normaliser: schemas.base, direction: 'request' })
    const value = examples.of(schema === undefined ? [] : [schema]) ?? 'text'
    return `${place.operation} ${parameterText(place.at, place.name, value)}`
  },
  'required-parameter-added': ({ place }) => `${place.operation} without \`${place.name}\``,
  'parameter-became-required': ({ place }) => `${place.operation} without \`${place.name}\``,
  'required-body-added': ({ place }) => `${place.operation} without a body`,
  'body-became-required': ({ place }) => `${place.operation} without a body`,
  'media-type-removed': ({ place, from }) =>
    `${place.operation} with ${place.direction === 'request' ? 'Content-Type' : 'Accept'}: ${from}`,
  'required-header-removed': responseWithout,
  'header-became-optional': responseWithout,
  'security-tightened': ({ place, from }) => `${place.operation} with access by ${from}`,
  'empty-value-refused': ({ place }) => `${place.operation} ${parameterText(place.at, place.name, '')}`,
  'reserved-characters-refused': ({ place }) => `${place.operation} ?${place.name}=a/b`,
  'schema-set': ({ place }) => `${place.operation} with a body of any form`,
}

function responseWithout({ place }: Found): string {
  return `${place.operation} → ${place.at.split(' ')[0]} without \`${place.name}\``
}

/** Makes the messages that prove breaking differences. */
export function messagesOf(documents: Documents): (found: Found) => Witness | undefined {
  const witnesses = new Witnesses(documents.schemas)
  return found => {
    const { place, step, rule } = found
    const kind = place.direction === 'response' ? 'response' : 'request'
    if (!step) {
      const text = messages[rule]?.(found, documents)
      return text === undefined ? undefined : { kind, text }
    }
    const value = witnesses.of(found, step)
    return value === undefined ? undefined : { kind, text: messageText(found, value), value }
  }
}

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
