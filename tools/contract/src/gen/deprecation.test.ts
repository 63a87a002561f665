import { expect, test } from 'vitest'
import { contract } from '../../test/contract.ts'
import type { Contract } from './contract.ts'
import { enums } from './enums.ts'
import { operations } from './operations.ts'
import { models } from './schemas.ts'

const sunset = { deprecated: true, 'x-tn-deprecated-since': '2026-12-01', 'x-sunset': '2027-06-30' }
const days = '@deprecated Since 2026-12-01. A release from 2027-06-30 on may remove it.'

/** The contract with one part deprecated. */
function deprecating(change: (copy: Contract) => void): Contract {
  const copy = structuredClone(contract)
  change(copy)
  return copy
}

test('a deprecated parameter is struck through', async () => {
  const changed = deprecating(({ paths }) => {
    const [, kinds] = paths['/api/ledgers/{ledgerId}/entries']?.get.parameters ?? []
    Object.assign(kinds ?? {}, sunset)
  })
  expect(await models(changed)).toContain(
    `     * Only these kinds.\n     *\n     * ${days}\n     */\n    "filter.kinds"?:`,
  )
})

test('a deprecated operation is struck through', () => {
  const changed = deprecating(({ paths }) => {
    Object.assign(paths['/api/ledgers/{ledgerId}/entries']?.get ?? {}, sunset)
  })
  expect(operations(changed)).toContain(`   * ${days}\n   */\n  listEntries(`)
})

test('a deprecated field is struck through', async () => {
  const changed = deprecating(({ components }) => {
    Object.assign(components.schemas.Entry?.properties?.at ?? {}, sunset)
  })
  expect(await models(changed)).toContain(`    /** ${days} */\n    at: UnixNanos;\n`)
})

test('a deprecated enum value is struck through', () => {
  const changed = deprecating(({ components }) => {
    Object.assign(components.schemas.EntryKind ?? {}, {
      'x-tn-deprecated-values': { KIND_DEBIT: { since: '2026-12-01', sunset: '2027-06-30' } },
    })
  })
  const text = enums(changed)
  expect(text).toContain(`   * ${days}\n   */\n  DEBIT: 'KIND_DEBIT',\n`)
  expect(text.match(/@deprecated/g)).toHaveLength(1)
})
