import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandSurface, helpOf } from '../src/surface/commands.ts'
import { declarationSurface } from '../src/surface/declarations.ts'
import { lossProblem } from '../src/surface/gate.ts'
import { declarationsOf, manifestOf } from '../src/surface/package-surface.ts'
import { narrowed } from '../src/surface/surface.ts'
import { declarationLosses, helpLosses } from './losses.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe.each(['packages/fetch', 'packages/types', 'packages/server', 'tools/spec-diff'])(
  'the exports of %s',
  folder => {
    const { exports } = manifestOf(root, folder)
    const entries = Object.fromEntries(
      Object.entries(exports).map(([path, file]) => [
        path,
        file.replace('./src', '').replace('.ts', '.d.ts'),
      ]),
    )
    const files = declarationsOf(root, folder)
    const base = declarationSurface(files, entries)
    const losses = declarationLosses(files, Object.values(entries), 22)

    it('has enough to lose', () => {
      expect(losses.length).toBeGreaterThanOrEqual(20)
    })

    it.each(losses)('$name', ({ path, text }) => {
      const changed = new Map([...files, [path, text]])
      expect(narrowed(base, declarationSurface(changed, entries))).not.toEqual([])
    })
  },
)

describe.each([
  ['trading-network', 'packages/server/src/cli.ts'],
  ['spec-diff', 'tools/spec-diff/src/cli.ts'],
  ['trading-network-check', 'tools/conformance/src/cli.ts'],
])('the command %s', (name, file) => {
  const texts = new Map<string, string>()
  const help = (words: readonly string[]) => {
    const key = words.join(' ')
    const text = texts.get(key) ?? helpOf(join(root, file))(words)
    texts.set(key, text)
    return text
  }
  const base = commandSurface(help, name)
  const losses = helpLosses(texts, 16)

  it('has exit codes and more to lose', () => {
    expect(Object.keys(base).filter(path => path.includes('exit code')).length).toBeGreaterThanOrEqual(2)
    expect(losses.length).toBeGreaterThanOrEqual(12)
  })

  it.each(losses)('$name', ({ words, text }) => {
    const changed = commandSurface(each => (each.join(' ') === words ? text : help(each)), name)
    expect(narrowed(base, changed)).not.toEqual([])
  })
})

describe('what adds', () => {
  const surface = (text: string) =>
    declarationSurface(new Map([['/index.d.ts', text]]), { '.': '/index.d.ts' })
  const base = surface(
    'export interface Settings { url: string }\nexport declare const open: (settings: Settings) => { close(): void }',
  )

  it.each([
    [
      'an export',
      'export interface Settings { url: string }\nexport declare const open: (settings: Settings) => { close(): void }\nexport declare const more: 1',
    ],
    [
      'an optional setting',
      'export interface Settings { url: string; more?: 1 }\nexport declare const open: (settings: Settings) => { close(): void }',
    ],
    [
      'a wider setting',
      'export interface Settings { url: string | URL }\nexport declare const open: (settings: Settings) => { close(): void }',
    ],
    [
      'an optional parameter',
      'export interface Settings { url: string }\nexport declare const open: (settings: Settings, more?: 1) => { close(): void }',
    ],
    [
      'a method of the result',
      'export interface Settings { url: string }\nexport declare const open: (settings: Settings) => { close(): void; more(): void }',
    ],
  ])('%s passes', (_, text) => {
    expect(narrowed(base, surface(text))).toEqual([])
  })

  it('a required setting does not', () => {
    const text =
      'export interface Settings { url: string; more: 1 }\nexport declare const open: (settings: Settings) => { close(): void }'
    expect(narrowed(base, surface(text))).toEqual(['Settings.more is required'])
  })
})

describe('the gate', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'surface-'))
    mkdirSync(join(folder, '.changeset'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const problem = () => lossProblem(folder, '@trading-network/fetch', '0.1.0', ['createClient is gone'])
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
