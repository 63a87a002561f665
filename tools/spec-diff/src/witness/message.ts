import type { Found } from '../compare/findings.ts'
import type { Json } from '../load/json.ts'

/** The request or response with a value, as text for people. */
export function messageText({ place }: Found, value: Json): string {
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
