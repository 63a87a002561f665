import { asObject, canonical, type JsonObject } from '../load/json.ts'
import { resolved } from '../normalise/conditions.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import { compareHeaders } from './parameters.ts'
import { type Both, dereferenced, type Site } from './site.ts'

/** Compares the request bodies of an operation. */
export function compareBodies(site: Site, both: Both): void {
  const its = site.with({ name: 'the body', at: 'body' })
  const base = dereferenced(site.documents.base, both.base.requestBody)
  const revision = dereferenced(site.documents.revision, both.revision.requestBody)
  if (base && !revision) its.note('body-removed', both)
  if (revision && !base) {
    const rule = revision.required === true ? 'required-body-added' : 'optional-body-added'
    its.note(rule, both, { member: 'requestBody' })
  }
  if (base && revision) compareBody(its, { base, revision })
}

/** Compares two request bodies. */
export function compareBody(site: Site, both: Both): void {
  const [was, is] = [both.base.required === true, both.revision.required === true]
  if (was !== is)
    site.note(is ? 'body-became-required' : 'body-became-optional', both, { member: 'required' })
  const contents = { base: asObject(both.base.content), revision: asObject(both.revision.content) }
  compareContent(site.with({ name: '' }), contents)
  compareMembers(site, both, ['required', 'content'])
}

/** Compares answers by status. A range such as `2XX` stands for a status of it that the other document names. */
export function compareResponses(site: Site, both: Both): void {
  const [base, revision] = [asObject(both.base.responses), asObject(both.revision.responses)]
  const left = new Set(statuses(revision))
  for (const status of statuses(base)) {
    const other = status in revision ? status : covering(status, revision)
    const its = site.with({ name: `the response ${status}`, at: status })
    if (other === undefined) {
      const rule = /^2/.test(status) ? 'success-status-removed' : 'other-status-removed'
      its.note(rule, { base, revision }, { member: status, from: status })
      continue
    }
    left.delete(other)
    compareResponse(its, site.both(base[status], revision[other]))
  }
  for (const status of left) {
    const range = covering(status, base)
    const its = site.with({ name: `the response ${status}`, at: status })
    const rule = /^2/.test(status) ? 'success-status-added' : 'other-status-added'
    its.note(rule, { base, revision }, { member: status, to: status })
    if (range !== undefined) compareResponse(its, site.both(base[range], revision[status]))
  }
  compareMembers(site.with({ name: 'the responses', at: '' }), { base, revision }, [
    ...statuses(base),
    ...statuses(revision),
  ])
}

function statuses(responses: JsonObject): string[] {
  return Object.keys(responses).filter(key => !key.startsWith('x-'))
}

function covering(status: string, responses: JsonObject): string | undefined {
  return Object.keys(responses).find(key => /^\dxx$/i.test(key) && key[0] === status[0] && key !== status)
}

/** Compares two answers of one status. */
export function compareResponse(site: Site, both: Both): void {
  const { base, revision } = both
  compareHeaders(site, asObject(base.headers), asObject(revision.headers))
  const contents = { base: asObject(base.content), revision: asObject(revision.content) }
  compareContent(site.with({ name: '' }), contents)
  const [from, to] = [
    resolved(site.documents.base, base.links ?? {}),
    resolved(site.documents.revision, revision.links ?? {}),
  ]
  if (canonical(from) !== canonical(to)) site.note('links-changed', both, { member: 'links', from, to })
  compareMembers(site, both, ['headers', 'content', 'links'])
}
