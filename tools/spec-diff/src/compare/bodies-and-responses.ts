import { asObject, type JsonObject } from '../load/json.ts'
import { dereferenced } from '../normalise/references.ts'
import type { Both } from '../schemas/difference.ts'
import { compareContent } from './content.ts'
import { compareMembers } from './members.ts'
import { compareHeaders } from './parameters.ts'
import type { Site } from './site.ts'

/** Compares the request bodies of an operation. */
export function compareBodies(operationSite: Site, both: Both): void {
  const site = operationSite.with({ name: 'the body', at: 'body' })
  const base = dereferenced(site.documents.base, both.base.requestBody)
  const revision = dereferenced(site.documents.revision, both.revision.requestBody)
  if (base && revision) compareBody(site, { base, revision })
  else if (base) site.note('body-removed', both)
  else if (revision) {
    const rule = revision.required === true ? 'required-body-added' : 'optional-body-added'
    site.note(rule, both, { member: 'requestBody' })
  }
}

/** Compares two request bodies. */
export function compareBody(site: Site, both: Both): void {
  const isRequired = both.revision.required === true
  if ((both.base.required === true) !== isRequired) {
    const rule = isRequired ? 'body-became-required' : 'body-became-optional'
    site.note(rule, both, { member: 'required' })
  }
  compareContent(site.with({ name: '' }), both)
  compareMembers(site, both, { without: ['required', 'content'] })
}

/** Compares responses by status. A range such as `2XX` stands for a status that only the other document names. */
export function compareResponses(operationSite: Site, operations: Both): void {
  const both = {
    base: asObject(operations.base.responses),
    revision: asObject(operations.revision.responses),
  }
  const { base, revision } = both
  const added = new Set(statusesOf(revision))
  const siteOf = (status: string) => operationSite.with({ name: `the response ${status}`, at: status })
  for (const status of statusesOf(base)) {
    const newStatus = status in revision ? status : rangeOf(status, revision)
    if (newStatus === undefined) {
      const rule = status.startsWith('2') ? 'success-status-removed' : 'other-status-removed'
      siteOf(status).note(rule, both, { member: status, from: status })
      continue
    }
    added.delete(newStatus)
    compareResponse(siteOf(status), operationSite.both(base[status], revision[newStatus]))
  }
  for (const status of added) {
    const range = rangeOf(status, base)
    const rule = status.startsWith('2') ? 'success-status-added' : 'other-status-added'
    siteOf(status).note(rule, both, { member: status, to: status })
    if (range !== undefined)
      compareResponse(siteOf(status), operationSite.both(base[range], revision[status]))
  }
  const without = [...statusesOf(base), ...statusesOf(revision)]
  compareMembers(operationSite.with({ name: 'the responses', at: '' }), both, { without })
}

function statusesOf(responses: JsonObject): string[] {
  return Object.keys(responses).filter(key => !key.startsWith('x-'))
}

function rangeOf(status: string, responses: JsonObject): string | undefined {
  return Object.keys(responses).find(key => /^\dxx$/i.test(key) && key[0] === status[0] && key !== status)
}

/** Compares two responses with the same status. */
export function compareResponse(site: Site, both: Both): void {
  compareHeaders(site, both)
  compareContent(site.with({ name: '' }), both)
  compareMembers(site, both, { without: ['headers', 'content'], rules: { links: 'links-changed' } })
}
