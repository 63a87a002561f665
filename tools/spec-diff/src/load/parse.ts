import { parse as parseYaml } from 'yaml'
import type { Json, JsonObject } from './json.ts'

/** An input that cannot be read: missing, malformed, or not an OpenAPI document. Its message is for the user. */
export class InputError extends Error {
  override name = 'InputError'
}

/**
 * Parses JSON or YAML 1.2.
 *
 * @param file Named in the message about a malformed text.
 */
export function parse(text: string, file: string): Json {
  const body = text.replace(/^\uFEFF/, '')
  const isJson = /^\s*[{[]/.test(body) && /[}\]]\s*$/.test(body)
  try {
    return isJson ? parseJson(body) : parseExactly(body)
  } catch (error) {
    throw new InputError(`${file} is neither JSON nor YAML: ${(error as Error).message}`)
  }
}

function parseJson(text: string): Json {
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, withBigInt) : JSON.parse(text)
  } catch (error) {
    try {
      // YAML's flow style starts with a brace as well.
      return parseExactly(text)
    } catch {
      throw error
    }
  }
}

function withBigInt(_: string, value: Json, { source = '' }: { source?: string } = {}): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return /^-?\d+$/.test(source) ? BigInt(source) : value
}

function parseExactly(text: string): Json {
  const options = { intAsBigInt: true, merge: true, maxAliasCount: -1, logLevel: 'error' } as const
  return withSafeNumbers(parseYaml(text, options), new Set())
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
