import { LineCounter, parseDocument } from 'yaml'
import type { Json, JsonObject } from './json.ts'
import { jsonLines } from './json-lines.ts'
import { yamlLines } from './yaml-lines.ts'

/** An input that cannot be read: missing, malformed, or not an OpenAPI document. Its message is for the user. */
export class InputError extends Error {
  override name = 'InputError'
}

/** A file of a document. */
export interface Source {
  text: string
  content: Json
  /** The lines, from 1, of members by their JSON pointers; of the nearest member around for one that the text lacks. */
  lines(pointers: ReadonlySet<string>): Map<string, number>
}

/**
 * Parses JSON or YAML 1.2.
 *
 * @param file Named in the message about a malformed text.
 */
export function parse(text: string, file: string): Source {
  const body = text.replace(/^\uFEFF/, '')
  const isJson = /^\s*[{[]/.test(body) && /[}\]]\s*$/.test(body)
  try {
    return isJson ? parseJson(body) : parseYaml(body)
  } catch (error) {
    throw new InputError(`${file} is neither JSON nor YAML: ${(error as Error).message}`)
  }
}

function parseJson(text: string): Source {
  try {
    const content = /\d{16}/.test(text) ? JSON.parse(text, withBigInt) : JSON.parse(text)
    return { text, content, lines: pointers => jsonLines(text, pointers) }
  } catch (error) {
    try {
      // YAML's flow style starts with a brace as well.
      return parseYaml(text)
    } catch {
      throw error
    }
  }
}

function withBigInt(_: string, value: Json, { source = '' }: { source?: string } = {}): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^-?\d+$/.test(source) ? BigInt(source) : value
}

function parseYaml(text: string): Source {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, intAsBigInt: true, merge: true, logLevel: 'error' })
  const [error] = document.errors
  if (error) throw error
  const content = withSafeNumbers(document.toJS({ maxAliasCount: -1 }), new Set())
  return { text, content, lines: pointers => yamlLines(document.contents, lineCounter, pointers) }
}

/** Numbers in place of the integers that a double holds. Objects stay the same: anchors share them. */
function withSafeNumbers(value: Json, seen: Set<object>): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (typeof value !== 'object' || value === null || seen.has(value)) return value
  seen.add(value)
  const members = value as JsonObject
  for (const key of Object.keys(members)) members[key] = withSafeNumbers(members[key] as Json, seen)
  return value
}
