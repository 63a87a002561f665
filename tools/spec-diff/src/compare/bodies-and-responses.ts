import { asObject, type JsonObject } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import type { Both } from '../schemas/difference.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import { compareHeaders } from './parameters.ts'
import type { Site } from './site.ts'

export function compareBodies(operationSite: Site, operations: Both): void {
  const site = operationSite.with({ name: 'the body', at: 'body' })
  const base = dereferenced(site.documents.base, operations.base.requestBody)
  const revision = dereferenced(site.documents.revision, operations.revision.requestBody)
  if (base && !revision) site.note('body-removed', operations)
  if (!revision) return
  const isRequired = revision.required === true
  if (!base) {
    const rule = isRequired ? 'required-body-added' : 'optional-body-added'
    site.note(rule, operations, { member: 'requestBody' })
    return
  }
  const both = { base, revision }
  if ((base.required === true) !== isRequired)
    site.note(isRequired ? 'body-became-required' : 'body-became-optional', both, { member: 'required' })
  compareContent(site.with({ name: '' }), both)
  compareMembers(site, both, { without: ['required', 'content'] })
}

/** Compares responses by status. A range such as `2XX` stands for a status that only the other document names. */
export function compareResponses(operationSite: Site, operations: Both): void {
  const base = asObject(operations.base.responses)
  const revision = asObject(operations.revision.responses)
  const added = new Set(statusesOf(revision))
  const siteOf = (status: string) => operationSite.with({ name: `the response ${status}`, at: status })
  for (const status of statusesOf(base)) {
    const newStatus = status in revision ? status : rangeOf(status, revision)
    if (newStatus === undefined)
      siteOf(status).note(
        isSuccess(status) ? 'success-status-removed' : 'other-status-removed',
        { base },
        { member: status, from: status },
      )
    else compareResponse(siteOf(status), operationSite.both(base[status], revision[newStatus]))
    if (newStatus !== undefined) added.delete(newStatus)
  }
  for (const status of added) {
    siteOf(status).note(
      isSuccess(status) ? 'success-status-added' : 'other-status-added',
      { base, revision },
      { member: status, to: status },
    )
    const range = rangeOf(status, base)
    if (range !== undefined)
      compareResponse(siteOf(status), operationSite.both(base[range], revision[status]))
  }
  const without = [...statusesOf(base), ...statusesOf(revision)]
  compareMembers(operationSite.with({ name: 'the responses', at: '' }), { base, revision }, { without })
}

function isSuccess(status: string): boolean {
  return status.startsWith('2')
}

function statusesOf(responses: JsonObject): string[] {
  return Object.keys(responses).filter(key => !key.startsWith('x-'))
}

function rangeOf(status: string, responses: JsonObject): string | undefined {
  return Object.keys(responses).find(key => /^\dxx$/i.test(key) && key[0] === status[0] && key !== status)
}

function compareResponse(site: Site, both: Both): void {
  compareHeaders(site, both)
  compareContent(site.with({ name: '' }), both)
  compareMembers(site, both, { without: ['headers', 'content'], rules: { links: 'links-changed' } })
}
