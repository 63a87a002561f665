import type { Contract } from '../load/contract.ts'
import { asArray, isObject, type JsonObject, matched, membersOf } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import { sunsetOf } from '../schemas/deprecation.ts'
import type { Both, Carriage } from '../schemas/difference.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

/** Parameters or headers by place and name. */
type Parameters = ReadonlyMap<string, JsonObject>

/** The parameters of an operation and of its path, by place and name. */
export function parametersOf(contract: Contract, pathItem: JsonObject, operation: JsonObject): Parameters {
  const parameters = new Map<string, JsonObject>()
  for (const each of [...asArray(pathItem.parameters), ...asArray(operation.parameters)]) {
    const parameter = dereferenced(contract, each)
    if (!parameter) continue
    const name = String(parameter.name)
    const key = parameter.in === 'header' ? name.toLowerCase() : name
    parameters.set(`${parameter.in} ${key}`, parameter)
  }
  return parameters
}

/**
 * Compares parameters by place and name.
 *
 * @param renamed The new names of path variables, by their old keys.
 */
export function compareParameters(
  site: Site,
  base: Parameters,
  revision: Parameters,
  renamed: ReadonlyMap<string, string>,
): void {
  const before = new Map([...base].map(([key, parameter]) => [renamed.get(key) ?? key, parameter]))
  for (const [, from, to] of matched(before, revision)) {
    const { name, in: place } = (to ?? from) as JsonObject
    const parameterSite = site.with({ name: String(name), at: String(place) })
    if (from && to) compareParameter(parameterSite, { base: from, revision: to })
    else if (from) parameterSite.note('parameter-removed', { base: from }, sunsetOf(from))
    else {
      const rule = to?.required === true ? 'required-parameter-added' : 'optional-parameter-added'
      parameterSite.note(rule, { revision: to })
    }
  }
}

/** Members of parameters and headers with a comparison of their own. */
const valueMembers = ['style', 'explode', 'schema', 'content', 'required']
const parameterMembers = ['name', 'in', 'allowEmptyValue', 'allowReserved', ...valueMembers]

/** Compares two parameters with the same name and place. */
export function compareParameter(site: Site, both: Both): void {
  const [wasRequired, isRequired] = [isRequiredParameter(both.base), isRequiredParameter(both.revision)]
  if (wasRequired !== isRequired) {
    const rule = isRequired ? 'parameter-became-required' : 'parameter-became-optional'
    site.note(rule, both, { member: 'required' })
  } else if ((both.base.required === true) !== (both.revision.required === true))
    site.note('comment-changed', both, { member: 'required', key: 'required' })
  compareFlag(site, both, 'allowEmptyValue', ['empty-value-refused', 'empty-value-allowed'])
  compareFlag(site, both, 'allowReserved', ['reserved-characters-refused', 'reserved-characters-allowed'])
  const carrier = wasRequired && isRequired ? 'required-text' : 'text'
  compareText(site, both, { direction: site.direction, carrier })
  compareMembers(site, both, { without: parameterMembers })
}

function isRequiredParameter(parameter: JsonObject): boolean {
  return parameter.required === true || parameter.in === 'path'
}

function compareFlag(site: Site, both: Both, member: string, [off, on]: [string, string]): void {
  const isAllowed = both.revision[member] === true
  if ((both.base[member] === true) !== isAllowed) site.note(isAllowed ? on : off, both, { member })
}

/** Compares the shared parts of parameters and headers: a schema or a content, and its serialisation. */
function compareText(site: Site, both: Both, carriage: Carriage): void {
  const { base, revision } = both
  const [from, to] = [serialisationOf(base), serialisationOf(revision)]
  if (isObject(base.content) !== isObject(revision.content))
    site.note('serialisation-changed', both, { from, to })
  else if (isObject(base.content)) compareContent(site, both)
  else {
    if (from !== to) {
      const hasEffect = styleOf(base) !== styleOf(revision) || !areScalars(site, both)
      const rule = hasEffect ? 'serialisation-changed' : 'idle-serialisation-changed'
      site.note(rule, both, { from, to, member: 'style' in revision ? 'style' : 'explode' })
    }
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

function areScalars(site: Site, both: Both): boolean {
  return (['base', 'revision'] as const).every(side => {
    const { schema } = both[side]
    const { types } = site.documents.schemas[side].form(schema === undefined ? [] : [schema])
    return types !== undefined && !types.has('array') && !types.has('object')
  })
}

/** Compares the headers of two responses; their names are case-insensitive. */
export function compareHeaders(site: Site, both: Both): void {
  const named = (contract: Contract, { headers }: JsonObject) =>
    new Map(
      [...membersOf(headers)].map(([name, each]) => [
        name.toLowerCase(),
        { name, header: dereferenced(contract, each) ?? {} },
      ]),
    )
  const { base, revision } = site.documents
  for (const [, from, to] of matched(named(base, both.base), named(revision, both.revision))) {
    const headerSite = site.with({ name: (from ?? to)?.name ?? '', at: `${site.at} header` })
    if (from && to) compareHeader(headerSite, { base: from.header, revision: to.header })
    else if (from) {
      const rule = from.header.required === true ? 'required-header-removed' : 'optional-header-removed'
      headerSite.note(rule, { base: from.header }, sunsetOf(from.header))
    } else headerSite.note('header-added', { revision: to?.header })
  }
}

/** Compares two headers. */
export function compareHeader(site: Site, both: Both): void {
  const isRequired = both.revision.required === true
  if ((both.base.required === true) !== isRequired) {
    const rule = isRequired ? 'header-became-required' : 'header-became-optional'
    site.note(rule, both, { member: 'required' })
  }
  compareText(site, both, { direction: site.direction, carrier: 'text' })
  compareMembers(site, both, { without: valueMembers })
}
