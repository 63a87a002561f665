import type { Contract } from '../load/contract.ts'
import { asArray, asObject, isObject, type Json, type JsonObject, matched, membersOf } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

type Member = Json | undefined

/** One alternative of authentication: schemes with their scopes, identified by content and not by name. */
type Alternative = ReadonlyMap<string, ReadonlySet<string>>

/** Compares authentication: each alternative of the base must still be enough. */
export function compareSecurity(operationSite: Site, base: Member, revision: Member): void {
  const { documents, roots } = operationSite
  const [from, to] = [alternativesOf(documents.base, base), alternativesOf(documents.revision, revision)]
  const site = operationSite.with({ name: 'access', at: 'security' })
  const details = { from: from.map(words).join(' or '), to: to.map(words).join(' or '), member: 'security' }
  if (!areEnough(from, to)) site.note('security-tightened', roots, details)
  else if (!areEnough(to, from)) site.note('security-relaxed', roots, details)
}

/** True if a caller with any of the given alternatives has one of the needed ones. */
function areEnough(given: readonly Alternative[], needed: readonly Alternative[]): boolean {
  const isWithin = (alternative: Alternative, granted: Alternative) =>
    [...alternative].every(([scheme, scopes]) => {
      const own = granted.get(scheme)
      return own && [...scopes].every(scope => own.has(scope))
    })
  return given.every(granted => needed.some(alternative => isWithin(alternative, granted)))
}

function alternativesOf(contract: Contract, security: Member): Alternative[] {
  const schemes = schemesOf(contract)
  const alternatives = asArray(security).map(requirement => {
    const needed = [...membersOf(requirement)].map(([name, scopes]) => {
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

function words(alternative: Alternative): string {
  const schemes = [...alternative].map(([scheme, scopes]) =>
    scopes.size > 0 ? `${scheme} (${[...scopes].sort().join(', ')})` : scheme,
  )
  return schemes.length > 0 ? schemes.join(' with ') : 'anybody'
}

/** Members that callers must know. The others are compared for each operation, in the identity of the scheme. */
const schemeRules = { flows: 'security-scheme-changed', openIdConnectUrl: 'security-scheme-changed' }

/** Compares the texts and addresses of schemes. Their effect on clients is compared for each operation. */
export function compareSchemes(all: Site): void {
  const { base, revision } = all.documents
  for (const [name, from, to] of matched(schemesOf(base), schemesOf(revision))) {
    const site = all.with({ name, at: 'security schemes' })
    if (from !== undefined && to !== undefined)
      compareMembers(site, site.both(from, to), { rules: schemeRules, otherwise: 'comment-changed' })
    else {
      const both = { base: dereferenced(base, from), revision: dereferenced(revision, to) }
      const names = from === undefined ? { to: name } : { from: name }
      site.note('comment-changed', both, { key: 'securitySchemes', ...names })
    }
  }
}

export function compareServers(operationSite: Site, base: Member, revision: Member): void {
  const { documents, roots } = operationSite
  const servers = matched(serversOf(documents.base, base), serversOf(documents.revision, revision))
  for (const [url, from, to] of servers) {
    const site = operationSite.with({ name: url, at: 'servers' })
    if (!to) site.note('server-removed', roots, { from: url, member: 'servers' })
    else if (!from) site.note('server-added', roots, { to: url, member: 'servers' })
    else compareMembers(site, { base: from, revision: to }, { without: ['url'] })
  }
}

/** Servers by URL, with the variables of several values. No list means the address of the document itself. */
function serversOf(contract: Contract, servers: Member): Map<string, JsonObject> {
  const listed = asArray(servers).filter(isObject)
  const all: JsonObject[] = listed.length > 0 ? listed : [{ url: '/' }]
  return new Map(
    all.map(server => {
      const variables: JsonObject = {}
      let url = String(server.url)
      for (const [name, variable] of membersOf(server.variables)) {
        const values = asArray(asObject(variable).enum)
        if (values.length === 1) url = url.replaceAll(`{${name}}`, String(values[0]))
        else variables[name] = variable
      }
      return [url.replace(/(.)\/$/, '$1'), contract.placeLike({ ...server, variables }, server)]
    }),
  )
}
