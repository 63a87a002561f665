import { canonical } from '../load/json.ts'
import type { Direction, Rule } from './rule.ts'

export interface Words {
  name: string
  from?: unknown
  to?: unknown
  key?: unknown
}

/** The sentence of a rule for clients of the service. */
export function messageOf(rule: Rule, direction: Direction, words: Words): string {
  return filled(rule[direction === 'response' ? 'response' : 'request'].says, words)
}

/** The sentence of a rule for importers of the types. */
export function typesMessageOf(rule: Rule, direction: Direction, words: Words): string {
  return rule.typesSay === undefined ? messageOf(rule, direction, words) : filled(rule.typesSay, words)
}

function filled(sentence: string, words: Words): string {
  const text = sentence.replace(/\{(name|from|to|key)\}/g, (_, word: keyof Words) => {
    if (word === 'name') return words.name || 'the value'
    return word === 'key' ? String(words.key ?? 'something') : shown(words[word])
  })
  return text
    .replace('`the value`', 'the value')
    .replace(/`(the \w+( \w+)?)`/, '$1')
    .replace(/^the /, 'The ')
}

const longest = 90
const mostValues = 12

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value) && value.every(each => typeof each !== 'object')) {
    const more = value.length > mostValues ? ` and ${value.length - mostValues} more` : ''
    return value.slice(0, mostValues).map(String).join(', ') + more
  }
  const text = typeof value === 'string' ? value : canonical(value)
  if (text === '') return '""'
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}
