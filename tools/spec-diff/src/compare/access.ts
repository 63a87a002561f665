import type { Contract } from '../load/contract.ts'
import {
  asArray,
  asObject,
  canonical,
  isObject,
  type Json,
  type JsonObject,
  matched,
  membersOf,
} from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

/** One alternative of authentication: schemes with their scopes, identified by content and not by name. */
type Alternative = ReadonlyMap<string, ReadonlySet<string>>

/** Compares authentication: each alternative of the base must still be enough. */
export function compareSecurity(
  operationSite: Site,
  base: Json | undefined,
  revision: Json | undefined,
): void {
  const { documents, roots } = operationSite
  const [from, to] = [alternativesOf(documents.base, base), alternativesOf(documents.revision, revision)]
  const site = operationSite.with({ name: 'access', at: 'security' })
  const details = { from: from.map(words).join(' or '), to: to.map(words).join(' or '), member: 'security' }
  const isEnough = (given: Alternative, needed: readonly Alternative[]) =>
    needed.some(alternative => isWithin(alternative, given))
  if (!from.every(alternative => isEnough(alternative, to))) site.note('security-tightened', roots, details)
  else if (!to.every(alternative => isEnough(alternative, from)))
    site.note('security-relaxed', roots, details)
}

function alternativesOf(contract: Contract, security: Json | undefined): Alternative[] {
  const schemes = schemesOf(contract)
  const alternatives = asArray(security)
    .filter(isObject)
    .map(requirement => {
      const needed = Object.entries(requirement).map(([name, scopes]) => {
        const scheme = dereferenced(contract, schemes.get(name))
        return [scheme ? identityOf(scheme) : name, new Set(asArray(scopes).map(String))] as const
      })
      return new Map(needed)
    })
  return alternatives.length > 0 ? alternatives : [new Map()]
}

function schemesOf({ root }: Contract): Map<string, Json> {
  return membersOf(asObject(root.components).securitySchemes)
}

/** The part of a scheme that a caller must know, without addresses and texts. */
function identityOf({ type, in: place, name, scheme, flows }: JsonObject): string {
  const key = place === 'header' ? String(name).toLowerCase() : String(name ?? '')
  const where = type === 'apiKey' ? [String(place ?? ''), key] : []
  const how = type === 'http' ? [String(scheme).toLowerCase()] : []
  return [type, ...where, ...how, ...Object.keys(asObject(flows)).sort()].join(' ')
}

function isWithin(needed: Alternative, given: Alternative): boolean {
  return [...needed].every(([scheme, scopes]) => {
    const granted = given.get(scheme)
    return granted !== undefined && [...scopes].every(scope => granted.has(scope))
  })
}

function words(alternative: Alternative): string {
  const schemes = [...alternative].map(([scheme, scopes]) =>
    scopes.size > 0 ? `${scheme} (${[...scopes].sort().join(', ')})` : scheme,
  )
  return schemes.length > 0 ? schemes.join(' with ') : 'anybody'
}

const schemeMembers = ['type', 'in', 'name', 'scheme', 'flows', 'openIdConnectUrl']
const schemeRules = Object.fromEntries(schemeMembers.map(member => [member, 'security-scheme-changed']))

/** Compares the texts and addresses of schemes. Their effect on clients is compared for each operation. */
export function compareSchemes(all: Site): void {
  const { base, revision } = all.documents
  const [before, after] = [schemesOf(base), schemesOf(revision)]
  for (const [name, from, to] of matched(before, after)) {
    const site = all.with({ name, at: 'security schemes' })
    if (from !== undefined && to !== undefined) {
      const rules = { ...schemeRules, bearerFormat: 'comment-changed' }
      compareMembers(site, site.both(from, to), { rules })
    } else if (!isCopied(from ?? to, from === undefined ? before : after)) {
      const names = from === undefined ? { to: name } : { from: name }
      const scheme = { base: dereferenced(base, from), revision: dereferenced(revision, to) }
      site.note('comment-changed', scheme, { key: 'securitySchemes', ...names })
    }
  }
}

/** True for a scheme that the other document has under another name. */
function isCopied(scheme: Json | undefined, others: ReadonlyMap<string, Json>): boolean {
  return [...others.values()].some(other => canonical(other) === canonical(scheme))
}
