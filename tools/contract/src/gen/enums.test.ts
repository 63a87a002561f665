import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { contract } from '../../test/contract.ts'
import { enums } from './enums.ts'

const text = enums(contract)

test('the generated module works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'enums-'))
  try {
    await writeFile(join(folder, 'enums.ts'), text)
    const module = await import(pathToFileURL(join(folder, 'enums.ts')).href)
    expect(module.EntryKind).toEqual({
      UNSPECIFIED: 'KIND_UNSPECIFIED',
      DEBIT: 'KIND_DEBIT',
      CREDIT: 'KIND_CREDIT',
      REVERSAL: 'REVERSAL',
    })
    expect(module.EntryKindValues).toEqual(['KIND_UNSPECIFIED', 'KIND_DEBIT', 'KIND_CREDIT', 'REVERSAL'])
    expect(module.EntryKindMeanings.KIND_DEBIT).toBe("Takes from the owner's balance.")
    expect(module.isEntryKind('KIND_CREDIT')).toBe(true)
    expect(module.isEntryKind('CREDIT')).toBe(false)
    expect(module.isEntryKind(undefined)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('each member carries its meaning as documentation', () => {
  expect(text).toContain("  /** Adds to it. */\n  CREDIT: 'KIND_CREDIT',\n")
})

const { EntryKind } = contract.components.schemas
const withValues = (meanings: Record<string, string>) => {
  const values = [...(EntryKind?.enum ?? []), 'KIND_CREDIT_NOTE', 'KIND_2']
  const grown = {
    ...EntryKind,
    enum: values,
    'x-enumDescriptions': { ...EntryKind?.['x-enumDescriptions'], ...meanings },
  }
  return enums({ ...contract, components: { schemas: { EntryKind: grown } } })
}

test('a value added later does not rename the members there are', () => {
  const grown = withValues({ KIND_CREDIT_NOTE: 'A note.', KIND_2: 'Another.' })
  expect(grown).toContain("DEBIT: 'KIND_DEBIT',")
  expect(grown).toContain("CREDIT_NOTE: 'KIND_CREDIT_NOTE',")
  expect(grown).toContain("'2': 'KIND_2',")
})

test('a value without a meaning is an error', () => {
  expect(() => withValues({ KIND_2: 'Another.' })).toThrow(
    'EntryKind does not say what KIND_CREDIT_NOTE means',
  )
})
