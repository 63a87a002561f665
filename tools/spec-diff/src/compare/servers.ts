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
import { changed } from '../schemas/annotations.ts'
import { compareMembers } from './members.ts'
import type { Site } from './site.ts'

interface Server {
  url: string
  object: JsonObject
  /** Variables with more than one value. */
  variables: JsonObject
}

/** Compares the addresses of the service. */
export function compareServers(
  operationSite: Site,
  base: Json | undefined,
  revision: Json | undefined,
): void {
  const { roots } = operationSite
  for (const [url, from, to] of matched(serversOf(base), serversOf(revision))) {
    const site = operationSite.with({ name: url, at: 'servers' })
    if (from && to) compareServer(site, from, to)
    else if (from) site.note('server-removed', roots, { from: url, member: 'servers' })
    else site.note('server-added', roots, { to: url, member: 'servers' })
  }
}

function compareServer(site: Site, from: Server, to: Server): void {
  const both = { base: from.object, revision: to.object }
  compareMembers(site, both, { without: ['url', 'variables'] })
  if (canonical(from.variables) === canonical(to.variables)) return
  const values = changed(from.variables, to.variables)
  site.note('unclassified', both, { member: 'variables', key: 'variables', ...values })
}

/** Servers by URL. No list means the address of the document itself. */
function serversOf(servers: Json | undefined): Map<string, Server> {
  const listed = asArray(servers).filter(isObject)
  const all = listed.length > 0 ? listed : [{ url: '/' }]
  return new Map(all.map(serverOf).map(server => [server.url, server]))
}

function serverOf(object: JsonObject): Server {
  const variables: JsonObject = {}
  let url = String(object.url)
  for (const [name, variable] of membersOf(object.variables)) {
    const values = asArray(asObject(variable).enum)
    if (values.length === 1) url = url.replaceAll(`{${name}}`, String(values[0]))
    else variables[name] = variable
  }
  return { url: url.replace(/(.)\/$/, '$1'), object, variables }
}
