import { asObject, type JsonObject } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import type { Both } from '../schemas/difference.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import { compareFlag, compareHeaders } from './parameters.ts'
import type { Site } from './site.ts'

export function compareBodies(operationSite: Site, operations: Both): void {
  const site = operationSite.with({ name: 'the body', at: 'body' })
  const base = dereferenced(site.documents.base, operations.base.requestBody)
  const revision = dereferenced(site.documents.revision, operations.revision.requestBody)
  const added = revision?.required === true ? 'required-body-added' : 'optional-body-added'
  if (base && !revision) site.note('body-removed', operations)
  if (revision && !base) site.note(added, operations, { member: 'requestBody' })
  if (!base || !revision) return
  const both = { base, revision }
  compareFlag(site, both, 'required', 'body-became-optional', 'body-became-required')
  compareContent(site.with({ name: '' }), both)
  compareMembers(site, both, { without: ['required', 'content'] })
}

/** Compares responses by status. A range such as `2XX` stands for a status that only the other document names. */
export function compareResponses(operationSite: Site, operations: Both): void {
  const base = asObject(operations.base.responses)
  const revision = asObject(operations.revision.responses)
  const statuses = new Set([...statusesOf(base), ...statusesOf(revision)])
  const kept = new Set(statusesOf(base).map(status => statusIn(revision, status)))
  for (const status of statuses) {
    const site = operationSite.with({ name: `the response ${status}`, at: status })
    const isSuccess = status.startsWith('2')
    const added = isSuccess ? 'success-status-added' : 'other-status-added'
    const removed = isSuccess ? 'success-status-removed' : 'other-status-removed'
    const [from, to] = [statusIn(base, status), statusIn(revision, status)]
    if (to === undefined) site.note(removed, { base }, { member: status, from: status })
    else if (status in revision && !kept.has(status))
      site.note(added, { base, revision }, { member: status, to: status })
    if (from !== undefined && to !== undefined)
      compareResponse(site, operationSite.both(base[from], revision[to]))
  }
  const site = operationSite.with({ name: 'the responses', at: '' })
  compareMembers(site, { base, revision }, { without: [...statuses] })
}

function statusesOf(responses: JsonObject): string[] {
  return Object.keys(responses).filter(key => !key.startsWith('x-'))
}

/** The status among others, or a range that stands for it. */
function statusIn(responses: JsonObject, status: string): string | undefined {
  if (status in responses) return status
  return Object.keys(responses).find(key => /^\dxx$/i.test(key) && key[0] === status[0])
}

function compareResponse(site: Site, both: Both): void {
  compareHeaders(site, both)
  compareContent(site.with({ name: '' }), both)
  compareMembers(site, both, { without: ['headers', 'content'], rules: { links: 'links-changed' } })
}
