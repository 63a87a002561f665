import { CORE_SCHEMA, intCoreTag, load, mergeTag, type ScalarTagDefinition } from 'js-yaml'
import type { Json } from './json.ts'

/** An input that cannot be read: missing, malformed, or not an OpenAPI document. Its message is for the user. */
export class InputError extends Error {
  override name = 'InputError'
}

/** The deepest nesting of a document. */
export const maxDepth = 1000

/**
 * Parses JSON or YAML 1.2.
 *
 * @param file Named in the message about a malformed text.
 */
export function parse(text: string, file: string): Json {
  const body = text.replace(/^\uFEFF/, '')
  try {
    return (parseJson(body) ?? load(body, { schema, maxDepth, maxTotalMergeKeys: -1 })) as Json
  } catch (error) {
    throw new InputError(`${file} is neither JSON nor YAML: ${(error as Error).message}`)
  }
}

/** Undefined for a text that is YAML, whose flow style starts with a brace as well. */
function parseJson(text: string): Json | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, withBigInt) : JSON.parse(text)
  } catch {
    return undefined
  }
}

function withBigInt(_: string, value: Json, { source = '' }: { source?: string } = {}): Json {
  return typeof value === 'number' ? exact(value, source) : value
}

/** A number; an integer that a double cannot hold keeps its digits. */
function exact(value: number, source: string): number | bigint {
  return Number.isSafeInteger(value) || !/^[-+]?\d+$/.test(source) ? value : BigInt(source)
}

const integer: ScalarTagDefinition = {
  ...intCoreTag,
  resolve: (source, ...others) => {
    const value = intCoreTag.resolve(source, ...others)
    return typeof value === 'number' ? exact(value, source) : value
  },
}

const schema = CORE_SCHEMA.withTags(integer, mergeTag)
