import type { Found } from '../compare/findings.ts'
import type { Documents } from '../compare/site.ts'
import type { Json } from '../load/json.ts'
import type { Witness } from '../report.ts'
import { Sampler } from './sample.ts'
import { witnessOf } from './witness.ts'

/** The request or the response that proves a breaking difference; nothing where no message shows it. */
export function messageWitness(documents: Documents, found: Found): Witness | undefined {
  const { place, step } = found
  const kind = place.direction === 'response' ? 'response' : 'request'
  if (!step) {
    const text = missing[found.rule]?.(found, documents)
    return text === undefined ? undefined : { kind, text }
  }
  const value = witnessOf(documents.schemas, step)
  if (value === undefined) return undefined
  const [where = '', ...media] = place.at.split(' ')
  if (['query', 'path', 'header', 'cookie'].includes(where))
    return { kind, text: `${place.operation} ${parameter(where, partOf(place.name), value)}`, value }
  const body = textOf(value)
  if (kind === 'request') return { kind, text: `${place.operation} ${body}`, value }
  const header = media[0] === 'header' ? `${partOf(place.name)}: ` : ''
  return { kind, text: `${place.operation} → ${where} ${header}${body}`, value }
}

/** The name of a parameter without the path within its value. */
function partOf(name: string): string {
  return name.replace(/(\[\]|<).*$/, '')
}

function parameter(where: string, name: string, value: Json): string {
  const texts = [value].flat().map(each => (typeof each === 'object' ? textOf(each) : String(each)))
  if (where === 'query')
    return texts.map((text, i) => `${i === 0 ? '?' : '&'}${name}=${encodeURIComponent(text)}`).join('')
  return `with ${name}: ${texts.join(',')}`
}

const longest = 300

/** JSON in which long texts are shortened. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, each) =>
    typeof each === 'string' && each.length > 40 ? `${each.slice(0, 8)}… (${each.length} characters)` : each,
  )
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

type Describe = (found: Found, documents: Documents) => string

const without: Describe = ({ place }) => `${place.operation} without \`${place.name}\``
const withoutHeader: Describe = ({ place }) =>
  `${place.operation} → ${place.at.split(' ')[0]} without \`${place.name}\``

/** The messages of differences that are not of schemas: they follow from the rule. */
export const missing: Readonly<Record<string, Describe>> = {
  'operation-removed': ({ place }) => place.operation,
  'operation-moved': ({ from }) => String(from),
  'parameter-removed': (found, { schemas }) => {
    const { schema } = found.base?.node ?? {}
    const value = new Sampler(schemas.base, 'request').simple(schema === undefined ? [] : [schema], true)
    return `${found.place.operation} ${parameter(found.place.at, found.place.name, value)}`
  },
  'required-parameter-added': without,
  'parameter-became-required': without,
  'required-body-added': ({ place }) => `${place.operation} without a body`,
  'body-became-required': ({ place }) => `${place.operation} without a body`,
  'media-type-removed': ({ place, from }) =>
    `${place.operation} with ${place.direction === 'request' ? 'Content-Type' : 'Accept'}: ${from}`,
  'required-header-removed': withoutHeader,
  'header-became-optional': withoutHeader,
  'security-tightened': ({ place, from }) => `${place.operation || 'any operation'} with access by ${from}`,
  'empty-value-refused': ({ place }) => `${place.operation} ${parameter(place.at, place.name, '')}`,
  'reserved-characters-refused': ({ place }) => `${place.operation} ?${place.name}=a/b`,
  'schema-set': ({ place }) => `${place.operation} with a body of any form`,
}
