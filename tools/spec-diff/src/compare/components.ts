import { asObject, canonical, defined, isObject, type Json, type JsonObject } from '../load/json.ts'
import { componentsOf, type TypedKind, typedKinds } from '../normalise/components.ts'
import { compareBody, compareResponse } from './bodies-and-responses.ts'
import { compareHeader, compareParameter } from './parameters.ts'
import type { Both, Site } from './site.ts'

/**
 * Compares components by name: what importers of the types see, and callers of the service do not. A difference that
 * callers see as well has been noted there, and folding drops it here.
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

function compareNames(
  site: Site,
  kind: TypedKind,
  base: Map<string, Json>,
  revision: Map<string, Json>,
): void {
  const gone = [...base.keys()].filter(name => !revision.has(name))
  const come = new Set([...revision.keys()].filter(name => !base.has(name)))
  const label = (name: string) => (kind === 'schemas' ? name : `${kind}.${name}`)
  const places = (from: string | undefined, to: string | undefined) => {
    const node = (value: Json | undefined) => (isObject(value) ? value : undefined)
    return {
      base: from === undefined ? undefined : node(base.get(from)),
      revision: to === undefined ? undefined : node(revision.get(to)),
    }
  }
  const pairs: [string, string][] = [...base.keys()]
    .filter(name => revision.has(name))
    .map(name => [name, name])
  for (const name of gone) {
    const now = renamedTo(site, kind, base.get(name) as Json, name, revision, come)
    const its = site.with({ name: label(now ?? name) })
    if (now === undefined) its.note('component-removed', places(name, undefined), { from: label(name) })
    else {
      come.delete(now)
      pairs.push([name, now])
      its.note('component-renamed', places(name, now), { from: label(name), to: label(now) })
    }
  }
  for (const name of come)
    site.with({ name: label(name) }).note('component-added', places(undefined, name), { to: label(name) })
  for (const [name, now] of pairs)
    compareComponent(site.with({ name: label(now) }), kind, base.get(name) as Json, revision.get(now) as Json)
}

/** The new name of a component: what stands in its place on the wire, or else the only one that says the same. */
function renamedTo(
  site: Site,
  kind: TypedKind,
  gone: Json,
  name: string,
  revision: ReadonlyMap<string, Json>,
  come: ReadonlySet<string>,
): string | undefined {
  if (kind !== 'schemas') return [...come].find(each => canonical(revision.get(each)) === canonical(gone))
  const successors = [...come].filter(each => site.documents.schemas.stoodFor(name, each))
  const { base, revision: other, shapes } = site.documents.schemas
  const its = shapes.deep(base, [gone])
  const equal = (successors.length > 0 ? successors : [...come]).filter(
    each => shapes.deep(other, [revision.get(each) as Json]) === its,
  )
  return equal[0] ?? (successors.length === 1 ? successors[0] : undefined)
}

function compareComponent(site: Site, kind: TypedKind, base: Json, revision: Json): void {
  const both = site.both(base, revision)
  if (kind === 'schemas') site.compareSchemas(base, revision, { direction: 'response', carrier: 'body' })
  else if (kind === 'headers') compareHeader(site, both)
  else if (kind === 'responses') compareResponse(site, both)
  else if (kind === 'requestBodies') compareBody(site, both)
  else compareNamedParameter(site, both)
}

/** A name that stands for another parameter now is no longer the one that programs meant. */
function compareNamedParameter(site: Site, both: Both): void {
  const key = ({ in: place, name }: JsonObject) => `${place} ${name}`
  if (key(both.base) === key(both.revision)) compareParameter(site, both)
  else site.note('component-removed', both, { from: key(both.base), to: key(both.revision) })
}

/** Examples, links and the like that nothing refers to, and the members of `components` that nobody knows. */
function compareOthers(site: Site, base: ReadonlySet<Json>, revision: ReadonlySet<Json>): void {
  const [from, to] = [
    asObject(site.documents.base.root.components),
    asObject(site.documents.revision.root.components),
  ]
  for (const kind of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if ((typedKinds as readonly string[]).includes(kind) || kind === 'securitySchemes') continue
    const [some, others] = [from[kind], to[kind]]
    const isMap = (isObject(some) || some === undefined) && (isObject(others) || others === undefined)
    const names =
      isMap && !kind.startsWith('x-')
        ? new Set([...Object.keys(asObject(some)), ...Object.keys(asObject(others))])
        : [undefined]
    for (const name of names) {
      const [one, other] =
        name === undefined ? [some, others] : [asObject(some)[name], asObject(others)[name]]
      // A referenced component was compared at its uses. Its name alone is not a difference.
      if (base.has(one as Json) || revision.has(other as Json) || canonical(one) === canonical(other))
        continue
      const both = { base: from, revision: to }
      const what = { key: kind, member: kind, ...defined({ from: one, to: other }) }
      site.with({ name: name ?? 'components' }).note('comment-changed', both, what)
    }
  }
}
