import { expect, it } from 'vitest'
import { compare } from '../src/compare.ts'
import { contractOf } from '../src/load/files.ts'
import type { Json, JsonObject } from '../src/load/json.ts'
import { documentCases, type Edit } from './cases/document-cases.ts'
import { schemaCases } from './cases/schema-cases.ts'
import { things } from './cases/things.ts'
import { verdict, worst } from './contracts.ts'

function edited(edits: readonly Edit[]): JsonObject {
  const copy = structuredClone(things)
  for (const [path, value] of edits) {
    const key = path.at(-1) as string
    const holder = path.slice(0, -1).reduce<Json>((at, segment) => (at as JsonObject)[segment] as Json, copy)
    if (value !== undefined) (holder as JsonObject)[key] = structuredClone(value)
    else if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete (holder as JsonObject)[key]
  }
  return copy
}

it.each(documentCases)('%s: %s', (_, expected, revision, base = []) => {
  const report = compare(
    contractOf(edited(base)),
    contractOf(edited([...base.filter(isShared), ...revision])),
  )
  expect(worst(report), JSON.stringify(report.changes, null, 1)).toEqual(verdict(expected))
})

/** Removing a component applies to both documents. Any other edit of the older one is the change. */
function isShared([path, value]: Edit): boolean {
  return value === undefined && path[0] === 'components'
}

it('has more than 150 cases', () => {
  expect(documentCases.length + schemaCases.length).toBeGreaterThan(150)
})
