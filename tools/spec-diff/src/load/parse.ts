import { parse as parseYaml } from 'yaml'
import type { Json, JsonObject } from './json.ts'

/** An input that cannot be read: missing, malformed, or not an OpenAPI document. Its message is for the user. */
export class InputError extends Error {
  override name = 'InputError'
}

/**
 * Parses JSON or YAML 1.2, whichever the text is.
 *
 * @param file Named in the message when the text is neither.
 */
export function parse(text: string, file: string): Json {
  try {
    return looksLikeJson(text) ? parseJson(text) : withoutSmallBigInts(parseYamlText(text))
  } catch (error) {
    throw new InputError(`${file} is neither JSON nor YAML: ${(error as Error).message}`)
  }
}

function looksLikeJson(text: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(text) && /[}\]]\s*$/.test(text)
}

function parseJson(text: string): Json {
  const body = text.replace(/^\uFEFF/, '')
  try {
    return /\d{16}/.test(body) ? JSON.parse(body, exactly) : JSON.parse(body)
  } catch (error) {
    // YAML's flow style starts with a brace as well.
    if (!(error instanceof SyntaxError)) throw error
    try {
      return withoutSmallBigInts(parseYamlText(body))
    } catch {
      throw error
    }
  }
}

function parseYamlText(text: string): Json {
  return parseYaml(text, { intAsBigInt: true, merge: true, maxAliasCount: -1, logLevel: 'error' })
}

function exactly(_: string, value: Json, context?: { source?: string }): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source as string) : value
}

function withoutSmallBigInts(value: Json, seen = new Map<object, Json>()): Json {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (typeof value !== 'object' || value === null) return value
  const before = seen.get(value)
  if (before !== undefined) return before
  // In place, so that what an anchor shares stays shared.
  seen.set(value, value)
  const members = value as JsonObject
  for (const key of Object.keys(members)) members[key] = withoutSmallBigInts(members[key] as Json, seen)
  return value
}
