import { decoded } from '../load/addresses.ts'
import type { Contract } from '../load/contract.ts'
import { isObject, type JsonObject, unescapePointer } from '../load/json.ts'

/**
 * The name of the target of a reference in generated types: a component's own, or, for a schema in another
 * file, the last segment of its address, as bundlers name it.
 */
export function componentName(contract: Contract, holder: JsonObject, ref: string): string | undefined {
  const [file = '', fragment = ''] = ref.split('#')
  const segments = fragment.split('/').slice(1)
  const end = segments.at(-1)
  const last = end === undefined ? undefined : unescapePointer(end)
  const from = contract.fileOf(holder)
  if (file === '' && from === contract.file)
    return segments.length === 3 && segments[0] === 'components' && last !== undefined ? last : undefined
  const target = contract.follow(holder, ref)
  if (isObject(target) && contract.fileOf(target) === contract.file && segments[0] !== 'components')
    return undefined
  return last === undefined || last === '' ? file.replace(/^.*\//, '').replace(/\.[^.]+$/, '') : decoded(last)
}
