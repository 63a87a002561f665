import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortfall } from '../src/release/shortfall.ts'
import { commandParts, helpOf, lostParts } from '../src/release/surface/commands.ts'
import { type Declarations, lostTypes } from '../src/release/surface/declarations.ts'
import { demandOf } from '../src/release/surface/gate.ts'
import { exportedTypes } from '../src/release/surface/package-surface.ts'
import { declarationLosses, helpLosses } from './losses.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe.each(['packages/fetch', 'packages/types', 'packages/server', 'tools/spec-diff'])(
  'the exports of %s',
  folder => {
    const { entries, declarations } = exportedTypes(root, folder)
    const changed = declarationLosses(declarations, entries, 4)
    const lost = (revision: Declarations) => lostTypes(join(root, folder), declarations, revision, entries)

    it('lose nothing without a change', () => {
      expect(lost(declarations)).toEqual([])
    })

    it('are many', () => {
      expect(changed.length).toBe(4)
    })

    it.each(changed)('$name', ({ path, text }) => {
      expect(lost({ ...declarations, [path]: text })).not.toEqual([])
    })
  },
)

describe.each([
  ['trading-network', 'packages/server/src/cli.ts'],
  ['spec-diff', 'tools/spec-diff/src/cli.ts'],
  ['trading-network-check', 'packages/check/src/cli.ts'],
])('the command %s', (name, file) => {
  const texts = new Map<string, string>()
  const help = (words: readonly string[]) => {
    const key = words.join(' ')
    const text = texts.get(key) ?? helpOf(join(root, file))(words)
    texts.set(key, text)
    return text
  }
  const base = commandParts(help, name)
  const changed = helpLosses(texts, 16)

  it('has exit codes and more to lose', () => {
    expect(base.filter(part => part.includes('exit code')).length).toBeGreaterThanOrEqual(2)
    expect(changed.length).toBeGreaterThanOrEqual(12)
  })

  it.each(changed)('$name', ({ words, text }) => {
    const revision = commandParts(each => (each.join(' ') === words ? text : help(each)), name)
    expect(lostParts(base, revision)).not.toEqual([])
  })
})

describe('types', () => {
  const OPEN = 'export declare const open: (settings: Settings) => Session\n'
  const BASE = `export interface Settings { url: string; retry?: number }
export interface Session { close(reason: string): void; readonly id: string }
export interface Page { readonly size: number }
${OPEN}`
  const lost = (text: string) =>
    lostTypes(join(root, 'packages/types'), { '/index.d.ts': BASE }, { '/index.d.ts': text }, ['/index.d.ts'])
  const withChange = (from: string, to: string) => {
    expect(BASE).toContain(from)
    return lost(BASE.replace(from, to))
  }

  it.each([
    ['an export', '}\nexport interface Session', '}\nexport declare const more: 1\nexport interface Session'],
    ['an optional setting', 'retry?: number', 'retry?: number; more?: 1'],
    ['a wider setting', 'url: string', 'url: string | URL'],
    ['an optional parameter', '(settings: Settings)', '(settings: Settings, more?: 1)'],
    ['a wider parameter of a method', 'reason: string', 'reason: string | number'],
    ['a method of the result', 'readonly id: string', 'readonly id: string; more(): void'],
    [
      'a member that moves to a parent',
      'export interface Session {',
      'interface Identified { readonly id: string }\nexport interface Session extends Identified {',
    ],
  ])('%s is no loss', (_, from, to) => {
    expect(withChange(from, to)).toEqual([])
  })

  it.each([
    ['an export that is gone', OPEN, '', 'open is gone'],
    [
      'a required setting',
      'retry?: number',
      'retry?: number; more: 1',
      "Property 'more' is missing in type 'Settings'",
    ],
    ['an optional setting that is gone', '; retry?: number', '', 'Settings.retry is gone'],
    ['a narrower setting', 'url: string', "url: 'a'", 'open: '],
    ['a narrower parameter of a method', 'reason: string', "reason: 'a'", 'open: '],
    ['a result that may be missing', '=> Session', '=> Session | undefined', 'open: '],
    ['a type that is wider for readers', 'size: number', 'size: number | string', 'Page: '],
  ])('%s is a loss', (_, from, to, message) => {
    expect(withChange(from, to).join('\n')).toContain(message)
  })
})

describe('the gate', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'surface-'))
    mkdirSync(join(folder, '.changeset'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const problem = () =>
    shortfall(folder, demandOf('@trading-network/fetch', '0.1.0', ['createClient is gone']))
  const declare = (text: string) => writeFileSync(join(folder, '.changeset/one.md'), text)

  it('refuses a loss without a major changeset, and says what is lost', async () => {
    declare('---\n"@trading-network/fetch": minor\n---\n\nA sentence.\n')
    expect(await problem()).toContain('@trading-network/fetch needs a major changeset; minor is declared')
    expect(await problem()).toContain('since 0.1.0: createClient is gone')
  })

  it('accepts one that a person confirms', async () => {
    declare('---\n"@trading-network/fetch": major\n---\n\nA sentence.\n\nBreaking change confirmed by: Ada\n')
    expect(await problem()).toBeUndefined()
  })
})
