import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hasHistory } from '@trading-network/test/last-release'
import { Command, Option } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortfall } from '../src/shortfall.ts'
import { exportParts, namesIn } from '../src/surface/api.ts'
import { commandParts, lostParts } from '../src/surface/commands.ts'
import { losses, reasonsOf } from '../src/surface/reports.ts'

const folder = 'packages/fetch'
const path = `${folder}/etc/surface.txt`
const declarations = `
export class ApiError extends Error {
    #own;
    private readonly kept: string;
    toJSON(): object;
    readonly url: string;
}
export interface ClientConfig extends ClientOptions {
    baseUrl: string | URL;
    requestsPerSecond?: number | undefined;
}
export declare const conditionalFetch: (options?: {
    readonly maxSize?: number | undefined;
}) => Exchange;
export declare const createClient: (config: ClientConfig) => TradingNetworkApi;
interface Exchange {
    readonly response: Response;
}
export declare const monotonicFetch: (fetch?: Fetch) => Fetch;
declare class Timeout extends Error {
}
export { Timeout as TimeoutError };
export type { Account } from './generated/models.ts';
export * from '@trading-network/types';
`
let built: string
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'built-'))
  mkdirSync(join(built, folder, 'dist/generated'), { recursive: true })
  writeFileSync(join(built, folder, 'dist/generated/models.d.ts'), 'export interface Account { id: string }')
})
afterAll(() => rmSync(built, { recursive: true }))

function names(text: string): string[] {
  writeFileSync(join(built, folder, 'dist/index.d.ts'), text)
  return exportParts(built, [{ folder, name: 'index' }]).flat()
}
const edited = (from: string, to: string) => {
  expect(declarations).toContain(from)
  return names(declarations.replace(from, to))
}

it('has the names that a program can use, of the package alone, and none that are made from the contract', () => {
  expect(names(declarations)).toEqual([
    'index',
    'index.ApiError',
    'index.ApiError.toJSON',
    'index.ApiError.url',
    'index.ClientConfig',
    'index.ClientConfig.baseUrl',
    'index.ClientConfig.requestsPerSecond',
    'index.Exchange',
    'index.Exchange.response',
    'index.TimeoutError',
    'index.conditionalFetch',
    'index.conditionalFetch.maxSize',
    'index.createClient',
    'index.export * from "@trading-network/types";',
    'index.monotonicFetch',
  ])
})

it('reads the reports that older releases have', () => {
  const report = '## API Report File\n\n```ts\n\nexport interface A {\n  [b_2]: 1;\n}\n\n```\n'
  expect(namesIn(report, 'index')).toEqual(['index', 'index.A', 'index.A.[b]'])
})

it.each([
  ['an export', 'declare class Timeout', 'export const more: 1;\ndeclare class Timeout'],
  ['an optional parameter', '(config: ClientConfig)', '(config: ClientConfig, more?: 1)'],
  ['another name of a parameter', '(config: ClientConfig)', '(settings: ClientConfig)'],
  ['a wider type', 'baseUrl: string | URL', 'baseUrl: string | URL | undefined'],
])('%s that is new is none', (_, from, to) => {
  expect(lostParts(names(declarations), edited(from, to))).toEqual([])
})

it('a text that a type allows is a part of it', () => {
  const [base = [], revision = []] = ["'a' | 'b'", "'b' | 'c'"].map(type => names(`export type T = ${type};`))
  expect(lostParts(base, revision)).toEqual(["index.T.'a' is gone"])
})

describe('commands', () => {
  const program = (change: (serve: Command) => void = () => {}) => {
    const serve = new Command('serve')
      .argument('<folder>')
      .option('-p, --port <number>', 'its port')
      .addOption(new Option('--log <level>').choices(['warn', 'info']).env('LOG'))
    change(serve)
    return new Command('trade').addCommand(serve)
  }
  const base = commandParts(program(), { 0: 'success', 1: 'failure' })
  const lost = (change: (serve: Command) => void, codes: object = { 0: 'success', 1: 'failure' }) =>
    lostParts(base, commandParts(program(change), codes))
  const option = (serve: Command, name: string) =>
    serve.options.find(each => each.long === name) as Option & { short?: string }

  it.each<[string, (serve: Command) => void, string[]]>([
    ['a command', serve => serve.name('start'), ['trade serve is gone']],
    ['an option', serve => (option(serve, '--log').long = '--level'), ['trade serve --log "warn" is gone']],
    ['a short option', serve => delete option(serve, '--port').short, ['trade serve -p <value> is gone']],
    [
      'a value',
      serve => (option(serve, '--log').argChoices = ['warn']),
      ['trade serve --log "info" is gone'],
    ],
    ['a variable', serve => option(serve, '--log').env('LEVEL'), ['trade serve --log from LOG is gone']],
  ])('%s that is gone is a loss', (_, change, expected) => {
    expect(lost(change)).toEqual(expect.arrayContaining(expected))
  })

  it('an exit code that is gone is a loss', () => {
    expect(lost(() => {}, { 0: 'success', 2: 'failure' })).toEqual(['trade exit code 1 is gone'])
  })

  it.each<[string, (serve: Command) => void, string]>([
    ['an argument', serve => serve.argument('<file>'), 'trade serve needs argument 2'],
    ['an option', serve => serve.requiredOption('--key <file>'), 'trade serve needs --key'],
  ])('%s that is newly needed is a loss', (_, change, expected) => {
    expect(lost(change)).toEqual([expected])
  })

  it.each<[string, (serve: Command) => void]>([
    ['an option', serve => serve.option('--more <number>')],
    ['an argument that may be left out', serve => serve.argument('[more]')],
    [
      'an argument that needs not be given any more',
      serve => (serve.registeredArguments[0]!.required = false),
    ],
    ['any value', serve => delete option(serve, '--log').argChoices],
    ['another name of a value in the help', serve => (option(serve, '--port').flags = '-p, --port <port>')],
    [
      'a description',
      serve => (option(serve, '--port').description = 'use --rate-limit to limit --port <n>'),
    ],
  ])('%s that is new is none', (_, change) => {
    expect(lost(change)).toEqual([])
  })
})

describe('a package', () => {
  let place: string
  const write = (file: string, text: string) => writeFileSync(join(place, file), text)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: place })
  const commit = () => {
    git('add', '-A')
    git('commit', '-q', '--no-verify', '-m', 'A step')
  }
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'surface-'))
    for (const each of ['.changeset', `${folder}/etc`]) mkdirSync(join(place, each), { recursive: true })
    git('init', '-q')
    write(`${folder}/CHANGELOG.md`, '## 3.0.0')
    write(path, names(declarations).join('\n'))
    commit()
  })
  afterAll(() => rmSync(place, { recursive: true }))

  const smaller = () => [{ path, text: edited('toJSON(): object;', '').join('\n') }]
  const problem = () =>
    shortfall(place, '@trading-network/fetch', reasonsOf(losses(place, folder, smaller())))
  const declare = (text: string) => write('.changeset/one.md', text)

  it('is not compared in a clone of limited depth, or without git', () => {
    const shallow = join(place, 'shallow')
    git('clone', '-q', '--depth', '1', pathToFileURL(place).href, shallow)
    expect([place, shallow, '/'].map(hasHistory)).toEqual([true, false, false])
    expect(losses(place, folder, [])).not.toEqual([])
    expect(losses(shallow, folder, [])).toEqual([])
    rmSync(shallow, { recursive: true })
  })

  it('is compared with its last release, also when the smaller report is committed', async () => {
    write(path, smaller()[0]!.text)
    write(`${folder}/CHANGELOG.md`, '## 3.0.0\n\nThe words of a release are put right later.')
    commit()
    declare('---\n"@trading-network/fetch": minor\n---\n\nA sentence.\n')
    expect(await problem()).toContain('@trading-network/fetch needs a major changeset; minor is declared')
    expect(await problem()).toContain('since its last release: index.ApiError.toJSON is gone')
  })

  it('loses an export that its report has not any more', () => {
    expect(losses(place, folder, [])).toContain('index is gone')
  })

  it('may lose something in a major step that a person confirms', async () => {
    declare('---\n"@trading-network/fetch": major\n---\n\nA sentence.\n\nBreaking change confirmed by: Ada\n')
    expect(await problem()).toBeUndefined()
  })

  it('has lost nothing after the release', () => {
    write(`${folder}/CHANGELOG.md`, '## 4.0.0')
    commit()
    expect(losses(place, folder, smaller())).toEqual([])
  })
})
