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
  const changed = Object.keys({ ...base, ...revision }).filter(
    key => isNote(key) && !/deprecated|sunset/.test(key) && !isDeepStrictEqual(base[key], revision[key]),
  )
  const units = changed.filter(key => /^x-tn-(unit|scaled-by)$/.test(key) && base[key] !== undefined)
  // The enum tells of its new values.
  const texts = changed.filter(
    key => !units.includes(key) && !(key === 'x-enumDescriptions' && hasSameTexts(base, revision)),
  )
  return [
    ...announcements(base, revision, name),
    ...units.map(key => ({
      class: 'may-break' as const,
      message: `${code(key)} of ${code(name)} changed from ${code(base[key])} to ${code(revision[key])}.`,
    })),
    ...(texts.length > 0
      ? [
          {
            class: 'documentation' as const,
            message: `The documentation of ${code(name)} changed: ${texts.join(', ')}.`,
          },
        ]
      : []),
  ]
}

/** True if the values that both enums have mean the same. */
function hasSameTexts(base: JsonObject, revision: JsonObject): boolean {
  const [was, is] = [base, revision].map(node => (node['x-enumDescriptions'] ?? {}) as JsonObject)
  return Object.keys(was ?? {}).every(value => !(value in (is ?? {})) || was?.[value] === is?.[value])
}

/** What is deprecated now, until another day, or no more. */
function announcements(base: JsonObject, revision: JsonObject, name: string): Note[] {
  const [was, is] = [sunsetsOf(base, name), sunsetsOf(revision, name)]
  const begun = [...is].flatMap(([part, day]): Note[] => {
    const before = was.get(part)
    if (before === day) return []
    const until = day && `, and a release from ${day} on may remove it`
    const message = `${code(part)} is deprecated${until}${before ? ` (before: ${before})` : ''}.`
    return [{ class: before && day < before ? 'may-break' : 'non-breaking', message }]
  })
  const ended = [...was.keys()].filter(
    part => !is.has(part) && (part === name || [revision.enum].flat().includes(part)),
  )
  return [
    ...begun,
    ...ended.map(part => ({
      class: 'non-breaking' as const,
      message: `${code(part)} is no longer deprecated.`,
    })),
  ]
}

/** The sunsets of a deprecated part and of the deprecated values of an enum; an empty text without a day. */
function sunsetsOf(node: JsonObject, name: string): Map<string, string> {
  const values = Object.entries((node['x-tn-deprecated-values'] ?? {}) as Record<string, { sunset?: string }>)
  const own = node.deprecated === true ? [[name, String(node['x-sunset'] ?? '')] as const] : []
  return new Map([...own, ...values.map(([value, { sunset = '' }]) => [value, sunset] as const)])
}
