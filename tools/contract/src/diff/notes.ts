import { isDeepStrictEqual } from 'node:util'
import {
  isNote,
  isObject,
  type Json,
  type JsonObject,
  nameOf,
  nodeAt,
  partsOf,
  pointerTo,
} from './document.ts'
import { code, type Finding } from './finding.ts'

type Note = Omit<Finding, 'pointer'>

/** The changes of texts, examples and extensions, with what they announce, in all nodes that both documents have. */
export function compareNotes(base: JsonObject, revision: JsonObject): Finding[] {
  const compare = (
    one: Json | undefined,
    other: Json | undefined,
    names: string[],
    isMap: boolean,
  ): Finding[] => {
    if (Array.isArray(one) && Array.isArray(other))
      return one.flatMap((each, i) => compare(each, other[i], [...names, String(i)], false))
    if (!isObject(one) || !isObject(other)) return []
    const isSame = one.$ref === other.$ref
    // The components tell of references in a list.
    if (!isSame && names.at(-2) === 'parameters') return []
    const [was, is] = isSame ? [one, other] : [withTarget(one, base), withTarget(other, revision)]
    const pointer = pointerTo(...names)
    const own = isMap ? [] : notesOf(was, is, nameOf(pointer)).map(note => ({ ...note, pointer }))
    const parts = partsOf(was, isMap).flatMap(([name, part, isMap]) =>
      compare(part, is[name], [...names, name], isMap),
    )
    return [...own, ...parts]
  }
  return compare(base, revision, [], false)
}

/** A node with the members of the component that it refers to. */
function withTarget({ $ref, ...own }: JsonObject, document: JsonObject): JsonObject {
  return $ref === undefined ? own : { ...(nodeAt(document, String($ref)) as JsonObject), ...own }
}

function notesOf(base: JsonObject, revision: JsonObject, name: string): Note[] {
  const announced = announcements(base, revision, name)
  const units: Note[] = []
  const texts: string[] = []
  for (const key of Object.keys({ ...base, ...revision }).sort()) {
    const [from, to] = [base[key], revision[key]]
    if (!isNote(key) || isDeepStrictEqual(from, to)) continue
    const message = `${code(key)} of ${code(name)} changed from ${code(from)} to ${code(to)}.`
    if (/^x-tn-(unit|scaled-by)$/.test(key) && from !== undefined) units.push({ class: 'may-break', message })
    else if (announced.length === 0 || !/deprecated|sunset/.test(key)) texts.push(key)
  }
  const message = `The documentation of ${code(name)} changed: ${texts.join(', ')}.`
  return [...announced, ...units, ...(texts.length > 0 ? [{ class: 'documentation', message } as const] : [])]
}

/** What is deprecated now, or until another day. */
function announcements(base: JsonObject, revision: JsonObject, name: string): Note[] {
  const before = sunsetsOf(base, name)
  return [...sunsetsOf(revision, name)].flatMap(([part, day]) => {
    const was = before.get(part)
    if (was === day) return []
    const until = day && `, and a release from ${day} on may remove it`
    const message = `${code(part)} is deprecated${until}${was ? ` (before: ${was})` : ''}.`
    return [{ class: was && day < was ? 'may-break' : 'non-breaking', message } as const]
  })
}

/** The sunsets of a deprecated part and of the deprecated values of an enum; an empty text without a day. */
function sunsetsOf(node: JsonObject, name: string): Map<string, string> {
  const values = Object.entries((node['x-tn-deprecated-values'] ?? {}) as Record<string, { sunset?: string }>)
  const own = node.deprecated === true ? [[name, String(node['x-sunset'] ?? '')] as const] : []
  return new Map([...own, ...values.map(([value, { sunset = '' }]) => [value, sunset] as const)])
}
