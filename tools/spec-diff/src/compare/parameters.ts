import type { Contract } from '../load/contract.ts'
import { asArray, asObject, isObject, type JsonObject } from '../load/json.ts'
import { compareContent } from './content.ts'
import { compareDeprecation, sunsetOf } from './deprecation.ts'
import type { Carriage } from './difference.ts'
import { compareMembers } from './members.ts'
import { type Both, dereferenced, type Site } from './site.ts'

/** The parameters of an operation by place and name, the path's among them. */
export function parametersOf(
  contract: Contract,
  pathItem: JsonObject,
  operation: JsonObject,
): Map<string, JsonObject> {
  const parameters = new Map<string, JsonObject>()
  for (const each of [...asArray(pathItem.parameters), ...asArray(operation.parameters)]) {
    const parameter = dereferenced(contract, each)
    if (parameter) parameters.set(keyOf(parameter), parameter)
  }
  return parameters
}

function keyOf({ in: place, name }: JsonObject): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`
}

/**
 * Compares parameters, paired by place and name.
 *
 * @param renamed New names of path variables that stand where another stood.
 */
export function compareParameters(
  site: Site,
  base: ReadonlyMap<string, JsonObject>,
  revision: ReadonlyMap<string, JsonObject>,
  renamed: ReadonlyMap<string, string>,
): void {
  const left = new Map(revision)
  for (const [key, parameter] of base) {
    const newKey = renamed.get(key) ?? key
    const other = left.get(newKey)
    left.delete(newKey)
    const its = site.with({ name: String((other ?? parameter).name), at: String(parameter.in) })
    if (other) compareParameter(its, { base: parameter, revision: other })
    else its.note('parameter-removed', { base: parameter }, sunsetOf(parameter))
  }
  for (const parameter of left.values()) {
    const its = site.with({ name: String(parameter.name), at: String(parameter.in) })
    const rule = parameter.required === true ? 'required-parameter-added' : 'optional-parameter-added'
    its.note(rule, { revision: parameter })
  }
}

const dealtWith = ['name', 'in', 'required', 'style', 'explode', 'schema', 'content']
const flags = ['allowEmptyValue', 'allowReserved']

/** Compares two parameters with the same name and place. */
export function compareParameter(site: Site, both: Both): void {
  const { base, revision } = both
  const [was, is] = [isRequired(base), isRequired(revision)]
  if (was !== is) {
    const rule = is ? 'parameter-became-required' : 'parameter-became-optional'
    site.note(rule, both, { member: 'required' })
  } else if ((base.required === true) !== (revision.required === true)) {
    site.note('comment-changed', both, { member: 'required', key: 'required' })
  }
  compareFlag(site, both, 'allowEmptyValue', ['empty-value-refused', 'empty-value-allowed'])
  compareFlag(site, both, 'allowReserved', ['reserved-characters-refused', 'reserved-characters-allowed'])
  const covered = compareDeprecation(site, both)
  const carrier = was && is ? 'required-text' : 'text'
  compareTextValue(site, both, { direction: site.direction, carrier })
  compareMembers(site, both, [...dealtWith, ...flags, ...covered])
}

function isRequired(parameter: JsonObject): boolean {
  return parameter.required === true || parameter.in === 'path'
}

function compareFlag(site: Site, both: Both, member: string, [off, on]: [string, string]): void {
  const [was, is] = [both.base[member] === true, both.revision[member] === true]
  if (was !== is) site.note(is ? on : off, both, { member })
}

/** Compares the shared parts of parameters and headers: a schema or a content, and its serialisation. */
function compareTextValue(site: Site, both: Both, carriage: Carriage): void {
  const { base, revision } = both
  if (!isObject(base.content) !== !isObject(revision.content)) {
    const way = (each: JsonObject) =>
      isObject(each.content) ? Object.keys(each.content).join() : styleOf(each)
    site.note('serialisation-changed', both, { from: way(base), to: way(revision) })
    return
  }
  if (isObject(base.content)) {
    const contents = { base: asObject(base.content), revision: asObject(revision.content) }
    compareContent(site, contents)
    return
  }
  const [from, to] = [styleOf(base), styleOf(revision)]
  if (from !== to) {
    const isIdle = isScalar(site, 'base', base) && isScalar(site, 'revision', revision)
    const rule = isIdle && sameStyle(from, to) ? 'idle-serialisation-changed' : 'serialisation-changed'
    site.note(rule, both, { from, to, member: 'style' in revision ? 'style' : 'explode' })
  }
  site.compareSchemas(base.schema, revision.schema, carriage)
}

/** How a value is written, defaults said. */
function styleOf({ in: place, style, explode }: JsonObject): string {
  const its = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple')
  return `${its}, ${(explode ?? its === 'form') ? 'exploded' : 'not exploded'}`
}

function sameStyle(one: string, other: string): boolean {
  return one.split(',')[0] === other.split(',')[0]
}

function isScalar(site: Site, side: 'base' | 'revision', holder: JsonObject): boolean {
  const { types } = site.documents.schemas[side].form(holder.schema === undefined ? [] : [holder.schema])
  return types !== undefined && !types.has('array') && !types.has('object')
}

/** Compares headers of a response; their names are case-insensitive. */
export function compareHeaders(site: Site, base: JsonObject, revision: JsonObject): void {
  const folded = (contract: Contract, headers: JsonObject) =>
    new Map(
      Object.entries(headers).map(([name, each]) => [
        name.toLowerCase(),
        { name, header: dereferenced(contract, each) ?? {} },
      ]),
    )
  const [from, to] = [folded(site.documents.base, base), folded(site.documents.revision, revision)]
  for (const [key, { name, header }] of from) {
    const other = to.get(key)
    const its = site.with({ name, at: `${site.at} header` })
    if (other) compareHeader(its, { base: header, revision: other.header })
    else
      its.note(
        header.required === true ? 'required-header-removed' : 'optional-header-removed',
        {
          base: header,
        },
        sunsetOf(header),
      )
  }
  for (const [key, { name, header }] of to)
    if (!from.has(key))
      site.with({ name, at: `${site.at} header` }).note('header-added', { revision: header })
}

/** Compares two headers. */
export function compareHeader(site: Site, both: Both): void {
  const [was, is] = [both.base.required === true, both.revision.required === true]
  if (was !== is)
    site.note(is ? 'header-became-required' : 'header-became-optional', both, {
      member: 'required',
    })
  const covered = compareDeprecation(site, both)
  compareTextValue(site, both, { direction: site.direction, carrier: 'text' })
  compareMembers(site, both, [...dealtWith.slice(2), ...covered])
}
