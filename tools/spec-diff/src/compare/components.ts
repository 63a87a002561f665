import {
  asObject,
  canonical,
  defined,
  isObject,
  type Json,
  type JsonObject,
  matched,
  membersOf,
} from '../load/json.ts'
import { componentsOf, type TypedKind, typedKinds } from '../normalise/components.ts'
import type { Both } from '../schemas/difference.ts'
import { compareBody, compareResponse } from './bodies-and-responses.ts'
import { compareHeader, compareParameter } from './parameters.ts'
import type { Site } from './site.ts'

type Named = ReadonlyMap<string, Json>

/**
 * Compares components by name, for importers of the types. A difference that clients see as well was noted at its
 * operation, and is not repeated.
 */
export function compareComponents(site: Site): void {
  const [base, revision] = [componentsOf(site.documents.base), componentsOf(site.documents.revision)]
  const all = site.with({ at: 'components' })
  for (const kind of typedKinds) {
    const direction = kind === 'parameters' || kind === 'requestBodies' ? 'request' : 'response'
    compareNames(all.with({ direction, surface: 'types' }), kind, base.typed[kind], revision.typed[kind])
  }
  compareOthers(all, base.referred, revision.referred)
}

function compareNames(all: Site, kind: TypedKind, base: Named, revision: Named): void {
  const added = new Set([...revision.keys()].filter(name => !base.has(name)))
  const label = (name: string) => (kind === 'schemas' ? name : `${kind}.${name}`)
  const place = (value: Json | undefined) => (isObject(value) ? value : undefined)
  for (const [name, schema] of base) {
    const newName = revision.has(name) ? name : renamedTo(all, kind, name, schema, revision, added)
    const site = all.with({ name: label(newName ?? name) })
    if (newName === undefined) {
      site.note('component-removed', { base: place(schema) }, { from: label(name) })
      continue
    }
    added.delete(newName)
    const newSchema = revision.get(newName) as Json
    const both = { base: place(schema), revision: place(newSchema) }
    if (newName !== name) site.note('component-renamed', both, { from: label(name), to: label(newName) })
    compareComponent(site, kind, schema, newSchema)
  }
  for (const name of added) {
    const site = all.with({ name: label(name) })
    site.note('component-added', { revision: place(revision.get(name)) }, { to: label(name) })
  }
}

/** The new name of a component: of the one that replaced it in the messages, or else of the only equal one. */
function renamedTo(
  { documents: { schemas } }: Site,
  kind: TypedKind,
  name: string,
  schema: Json,
  revision: Named,
  added: ReadonlySet<string>,
): string | undefined {
  if (kind !== 'schemas')
    return [...added].find(newName => canonical(revision.get(newName)) === canonical(schema))
  const successors = [...added].filter(newName => schemas.isReplaced(name, newName))
  const shape = schemas.shapes.deep(schemas.base, [schema])
  const equal = (successors.length > 0 ? successors : [...added]).find(
    newName => schemas.shapes.deep(schemas.revision, [revision.get(newName) as Json]) === shape,
  )
  return equal ?? (successors.length === 1 ? successors[0] : undefined)
}

function compareComponent(site: Site, kind: TypedKind, base: Json, revision: Json): void {
  const both = site.both(base, revision)
  if (kind === 'schemas') site.compareSchemas(base, revision, { direction: 'response', carrier: 'body' })
  else if (kind === 'headers') compareHeader(site, both)
  else if (kind === 'responses') compareResponse(site, both)
  else if (kind === 'requestBodies') compareBody(site, both)
  else compareNamedParameter(site, both)
}

/** A name of another parameter than before is a removed name to programs that import it. */
function compareNamedParameter(site: Site, both: Both): void {
  const key = ({ in: place, name }: JsonObject) => `${place} ${name}`
  const [from, to] = [key(both.base), key(both.revision)]
  if (from === to) compareParameter(site, both)
  else site.note('component-removed', both, { from, to })
}

/** Compares unused examples, links and the like, and unknown members of `components`. */
function compareOthers(site: Site, base: ReadonlySet<Json>, revision: ReadonlySet<Json>): void {
  const both = {
    base: asObject(site.roots.base.components),
    revision: asObject(site.roots.revision.components),
  }
  for (const [kind, before, after] of matched(membersOf(both.base), membersOf(both.revision))) {
    if ([...typedKinds, 'securitySchemes'].includes(kind)) continue
    const hasNames =
      !kind.startsWith('x-') && [before, after].every(map => map === undefined || isObject(map))
    const members = hasNames
      ? matched(membersOf(before), membersOf(after))
      : [['components', before, after] as const]
    for (const [name, from, to] of members) {
      // A referenced component was compared at its uses. Its name alone is not a difference.
      if (base.has(from as Json) || revision.has(to as Json) || canonical(from) === canonical(to)) continue
      const details = { key: kind, member: kind, ...defined({ from, to }) }
      site.with({ name }).note('comment-changed', both, details)
    }
  }
}
