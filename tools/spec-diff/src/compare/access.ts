import type { Contract } from '../load/contract.ts'
import { asArray, asObject, canonical, isObject, type Json, type JsonObject } from '../load/json.ts'
import { compareMembers } from './members.ts'
import { type Both, dereferenced, type Site } from './site.ts'

/** One alternative of authentication: schemes with their scopes, identified by content and not by name. */
type Way = ReadonlyMap<string, ReadonlySet<string>>

/** Compares authentication: each alternative that a client used must still work. */
export function compareSecurity(site: Site, base: Json | undefined, revision: Json | undefined): void {
  const [from, to] = [waysIn(site.documents.base, base), waysIn(site.documents.revision, revision)]
  const its = site.with({ name: 'access', at: 'security' })
  const roots = { base: site.documents.base.root, revision: site.documents.revision.root }
  const said = { from: from.map(words).join(' or '), to: to.map(words).join(' or '), member: 'security' }
  const isEnough = (way: Way, ways: readonly Way[]) => ways.some(each => isWithin(each, way))
  if (!from.every(way => isEnough(way, to))) its.note('security-tightened', roots, said)
  else if (!to.every(way => isEnough(way, from))) its.note('security-relaxed', roots, said)
}

function waysIn(contract: Contract, security: Json | undefined): Way[] {
  const schemes = asObject(asObject(contract.root.components).securitySchemes)
  const ways = asArray(security)
    .filter(isObject)
    .map(each => {
      const needed = Object.entries(each).map(([name, scopes]) => {
        const scheme = dereferenced(contract, schemes[name])
        return [scheme ? identityOf(scheme) : name, new Set(asArray(scopes).map(String))] as const
      })
      return new Map(needed)
    })
  return ways.length > 0 ? ways : [new Map()]
}

/** What a caller must do for a scheme; addresses and texts aside. */
function identityOf({ type, in: place, name, scheme, flows }: JsonObject): string {
  const where =
    type === 'apiKey' ? [place ?? '', place === 'header' ? String(name).toLowerCase() : (name ?? '')] : []
  const how = type === 'http' ? [String(scheme).toLowerCase()] : []
  return [type, ...where, ...how, ...Object.keys(asObject(flows)).sort()].join(' ')
}

function isWithin(less: Way, more: Way): boolean {
  return [...less].every(([scheme, scopes]) => {
    const given = more.get(scheme)
    return given !== undefined && [...scopes].every(scope => given.has(scope))
  })
}

function words(way: Way): string {
  const each = [...way].map(([scheme, scopes]) =>
    scopes.size > 0 ? `${scheme} (${[...scopes].sort().join(', ')})` : scheme,
  )
  return each.length > 0 ? each.join(' with ') : 'anybody'
}

/** Compares the texts and addresses of schemes. Their effect on clients is compared for each operation. */
export function compareSchemes(site: Site): void {
  const schemesOf = ({ root }: Contract) => asObject(asObject(root.components).securitySchemes)
  const [base, revision] = [schemesOf(site.documents.base), schemesOf(site.documents.revision)]
  for (const name of new Set([...Object.keys(base), ...Object.keys(revision)])) {
    const [from, to] = [
      dereferenced(site.documents.base, base[name]),
      dereferenced(site.documents.revision, revision[name]),
    ]
    const its = site.with({ name, at: 'security schemes' })
    if (from && to) {
      const member = { type: 1, in: 1, name: 1, scheme: 1, flows: 1, openIdConnectUrl: 1 }
      const rules = Object.fromEntries(Object.keys(member).map(key => [key, 'security-scheme-changed']))
      compareMembers(its, { base: from, revision: to }, [], {
        ...rules,
        bearerFormat: 'comment-changed',
      })
    } else {
      const twin = Object.values(from ? revision : base).some(
        each => canonical(each) === canonical(from ?? to),
      )
      if (!twin)
        its.note(
          'comment-changed',
          { base: from, revision: to },
          { key: 'securitySchemes', ...(from ? { from: name } : { to: name }) },
        )
    }
  }
}

/** Compares where the service is to be reached. No list means the document's own address. */
export function compareServers(site: Site, base: Json | undefined, revision: Json | undefined): void {
  const its = site.with({ name: 'servers', at: 'servers' })
  const [from, to] = [byUrl(base), byUrl(revision)]
  const roots = { base: site.documents.base.root, revision: site.documents.revision.root }
  for (const [url, server] of from) {
    const other = to.get(url)
    if (other) compareServer(its.with({ name: url }), { base: server, revision: other })
    else its.with({ name: url }).note('server-removed', roots, { from: url, member: 'servers' })
  }
  for (const url of to.keys())
    if (!from.has(url)) its.with({ name: url }).note('server-added', roots, { to: url, member: 'servers' })
}

function byUrl(servers: Json | undefined): Map<string, JsonObject> {
  const listed = asArray(servers).filter(isObject)
  const all = listed.length > 0 ? listed : [{ url: '/' }]
  return new Map(all.map(server => [String(server.url).replace(/(.)\/$/, '$1'), server as JsonObject]))
}

function compareServer(site: Site, both: Both): void {
  const [base, revision] = [asObject(both.base.variables), asObject(both.revision.variables)]
  for (const name of new Set([...Object.keys(base), ...Object.keys(revision)])) {
    const variable = { base: asObject(base[name]), revision: asObject(revision[name]) }
    const its = site.with({ name })
    const [from, to] = [variable.base.default, variable.revision.default]
    if (canonical(from) !== canonical(to))
      its.note('server-variable-default-changed', variable, {
        from: from ?? null,
        to: to ?? null,
        member: 'default',
      })
    compareValues(its, variable)
    compareMembers(its, variable, ['default', 'enum'])
  }
  compareMembers(site, both, ['url', 'variables'])
}

function compareValues(site: Site, both: Both): void {
  const [from, to] = [both.base.enum, both.revision.enum]
  const missing = (these: Json | undefined, of: Json | undefined) =>
    of === undefined
      ? []
      : these === undefined
        ? ['other values']
        : asArray(these).filter(each => !asArray(of).includes(each))
  for (const value of missing(from, to))
    site.note('server-variable-narrowed', both, { from: value, member: 'enum' })
  for (const value of missing(to, from))
    site.note('server-variable-widened', both, { to: value, member: 'enum' })
}
