import { asObject, canonical, type JsonObject } from '../load/json.ts'
import { resolved } from '../normalise/conditions.ts'
import { type Both, type Comparison, dereferenced, type Site } from './comparison.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import { compareHeaders } from './parameters.ts'

/** Compares the request bodies of an operation. */
export function compareBodies(comparison: Comparison, site: Site, both: Both): void {
  const its = { ...site, name: 'the body', at: 'body' }
  const base = dereferenced(comparison.base, both.base.requestBody)
  const revision = dereferenced(comparison.revision, both.revision.requestBody)
  if (base && !revision) comparison.note(its, 'body-removed', both)
  if (revision && !base) {
    const rule = revision.required === true ? 'required-body-added' : 'optional-body-added'
    comparison.note(its, rule, both, { member: 'requestBody' })
  }
  if (base && revision) compareBody(comparison, its, { base, revision })
}

/** Compares two request bodies. */
export function compareBody(comparison: Comparison, site: Site, both: Both): void {
  const [was, is] = [both.base.required === true, both.revision.required === true]
  if (was !== is)
    comparison.note(site, is ? 'body-became-required' : 'body-became-optional', both, { member: 'required' })
  const contents = { base: asObject(both.base.content), revision: asObject(both.revision.content) }
  compareContent(comparison, { ...site, name: '' }, contents)
  compareMembers(comparison, site, both, ['required', 'content'])
}

/** Compares answers by status. A range such as `2XX` stands for a status of it that the other document names. */
export function compareResponses(comparison: Comparison, site: Site, both: Both): void {
  const [base, revision] = [asObject(both.base.responses), asObject(both.revision.responses)]
  const left = new Set(statuses(revision))
  for (const status of statuses(base)) {
    const other = status in revision ? status : covering(status, revision)
    const its = { ...site, name: `the response ${status}`, at: status }
    if (other === undefined) {
      const rule = /^2/.test(status) ? 'success-status-removed' : 'other-status-removed'
      comparison.note(its, rule, { base, revision }, { member: status, from: status })
      continue
    }
    left.delete(other)
    compareResponse(comparison, its, {
      base: dereferenced(comparison.base, base[status]) ?? {},
      revision: dereferenced(comparison.revision, revision[other]) ?? {},
    })
  }
  for (const status of left) {
    const range = covering(status, base)
    const its = { ...site, name: `the response ${status}`, at: status }
    const rule = /^2/.test(status) ? 'success-status-added' : 'other-status-added'
    comparison.note(its, rule, { base, revision }, { member: status, to: status })
    if (range !== undefined)
      compareResponse(comparison, its, {
        base: dereferenced(comparison.base, base[range]) ?? {},
        revision: dereferenced(comparison.revision, revision[status]) ?? {},
      })
  }
  compareMembers(comparison, { ...site, name: 'the responses', at: '' }, { base, revision }, [
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
export function compareResponse(comparison: Comparison, site: Site, both: Both): void {
  const { base, revision } = both
  compareHeaders(comparison, site, asObject(base.headers), asObject(revision.headers))
  const contents = { base: asObject(base.content), revision: asObject(revision.content) }
  compareContent(comparison, { ...site, name: '' }, contents)
  const [from, to] = [
    resolved(comparison.base, base.links ?? {}),
    resolved(comparison.revision, revision.links ?? {}),
  ]
  if (canonical(from) !== canonical(to))
    comparison.note(site, 'links-changed', both, { member: 'links', from, to })
  compareMembers(comparison, site, both, ['headers', 'content', 'links'])
}
