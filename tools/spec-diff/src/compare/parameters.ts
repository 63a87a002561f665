import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../load/contract.ts'
import { asArray, isObject, type Json, type JsonObject, matched, membersOf } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import { changed } from '../schemas/annotations.ts'
import { sunsetOf } from '../schemas/deprecation.ts'
import type { Both, Carriage } from '../schemas/difference.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

type Parameters = ReadonlyMap<string, JsonObject>

/** The parameters of an operation and of its path. Path variables have positions, because clients do not see their names. */
export function parametersOf(
  contract: Contract,
  { path, pathItem, operation }: { path: string; pathItem: JsonObject; operation: JsonObject },
): Parameters {
  const variables = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const keyOf = (name: string, place: Json | undefined) => {
    if (place === 'path') return variables.indexOf(name)
    return place === 'header' ? name.toLowerCase() : name
  }
  const listed = [...asArray(pathItem.parameters), ...asArray(operation.parameters)]
  const parameters = listed.map(each => dereferenced(contract, each)).filter(isObject)
  return new Map(parameters.map(each => [`${each.in} ${keyOf(String(each.name), each.in)}`, each]))
}

export function compareParameters(operationSite: Site, base: Parameters, revision: Parameters): void {
  for (const [, from, to] of matched(base, revision)) {
    const { name, in: place } = to ?? from ?? {}
    const site = operationSite.with({ name: String(name), at: String(place) })
    if (place === 'header' && ignored.includes(String(name).toLowerCase())) {
      const both = { base: from, revision: to }
      if (!isDeepStrictEqual(from, to))
        site.note('comment-changed', both, { key: 'parameters', ...changed(from, to) })
    } else if (from && to) compareParameter(site, { base: from, revision: to })
    else if (from) site.note('parameter-removed', { base: from }, sunsetOf(from))
    else if (to?.required === true) site.note('required-parameter-added', { revision: to })
    else site.note('optional-parameter-added', { revision: to })
  }
}

/** Headers that OpenAPI describes elsewhere. A parameter with such a name has no effect. */
const ignored = ['accept', 'content-type', 'authorization']

/** Members of parameters and headers with a comparison of their own. */
const valueMembers = ['style', 'explode', 'schema', 'content']
const parameterMembers = ['name', 'in', 'allowEmptyValue', 'allowReserved', ...valueMembers]

function compareParameter(site: Site, both: Both): void {
  const isRequired = ({ required, in: place }: JsonObject) => required === true || place === 'path'
  const [before, after] = [isRequired(both.base), isRequired(both.revision)]
  const [from, to] = [both.base.name, both.revision.name]
  if (site.place.at === 'path' && from !== to)
    site.note('path-variable-renamed', both, { member: 'name', from, to })
  if (!before || !after)
    compareFlag(site, both, 'required', 'parameter-became-optional', 'parameter-became-required')
  compareFlag(site, both, 'allowEmptyValue', 'empty-value-refused', 'empty-value-allowed')
  compareFlag(site, both, 'allowReserved', 'reserved-characters-refused', 'reserved-characters-allowed')
  const carrier = before && after ? 'required-text' : 'text'
  compareText(site, both, { direction: site.place.direction, carrier })
  const without = before && after ? parameterMembers : [...parameterMembers, 'required']
  compareMembers(site, both, { without, rules: { required: 'comment-changed' } })
}

export function compareFlag(site: Site, both: Both, member: string, off: string, on: string): void {
  const isOn = both.revision[member] === true
  if ((both.base[member] === true) !== isOn) site.note(isOn ? on : off, both, { member })
}

/** Compares the shared parts of parameters and headers: a schema or a content, and its serialisation. */
function compareText(site: Site, both: Both, carriage: Carriage): void {
  const { base, revision } = both
  const [from, to] = [serialisationOf(base), serialisationOf(revision)]
  if (isObject(base.content) !== isObject(revision.content))
    site.note('serialisation-changed', both, { from, to })
  else if (isObject(base.content)) compareContent(site, both)
  else {
    const isIdle = styleOf(base) === styleOf(revision) && hasScalar(site, both)
    const rule = isIdle ? 'idle-serialisation-changed' : 'serialisation-changed'
    const member = 'style' in revision ? 'style' : 'explode'
    if (from !== to) site.note(rule, both, { from, to, member })
    site.compareSchemas(base.schema, revision.schema, carriage)
  }
}

/** The serialisation of a value in words, with the defaults. */
function serialisationOf(holder: JsonObject): string {
  if (isObject(holder.content)) return Object.keys(holder.content).join()
  const style = styleOf(holder)
  return `${style}, ${(holder.explode ?? style === 'form') ? 'exploded' : 'not exploded'}`
}

function styleOf({ in: place, style }: JsonObject): string {
  return String(style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple'))
}

/** True if a side has single values. They look alike with each style and as a list of one. */
function hasScalar(site: Site, both: Both): boolean {
  return (['base', 'revision'] as const).some(side => {
    const { types } = site.documents.schemas[side].form([both[side].schema ?? {}])
    return types !== undefined && !types.has('array') && !types.has('object')
  })
}

/** Compares the headers of two responses; their names are case-insensitive. */
export function compareHeaders(responseSite: Site, both: Both): void {
  const headersOf = (contract: Contract, { headers }: JsonObject) => {
    const all = [...membersOf(headers)].map(
      ([name, header]) => [name, dereferenced(contract, header) ?? {}] as const,
    )
    return new Map(all.map(([name, header]) => [name.toLowerCase(), { name, header }]))
  }
  const { base, revision } = responseSite.documents
  for (const [, from, to] of matched(headersOf(base, both.base), headersOf(revision, both.revision))) {
    const name = (from ?? to)?.name ?? ''
    const site = responseSite.with({ name, at: `${responseSite.place.at} header` })
    if (from && to) compareHeader(site, { base: from.header, revision: to.header })
    else if (to) site.note('header-added', { revision: to.header })
    else if (from) {
      const rule = from.header.required === true ? 'required-header-removed' : 'optional-header-removed'
      site.note(rule, { base: from.header }, sunsetOf(from.header))
    }
  }
}

function compareHeader(site: Site, both: Both): void {
  compareFlag(site, both, 'required', 'header-became-optional', 'header-became-required')
  compareText(site, both, { direction: site.place.direction, carrier: 'text' })
  compareMembers(site, both, { without: [...valueMembers, 'required'] })
}
