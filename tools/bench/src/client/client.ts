import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Benchmark } from '../benchmark.ts'
import { cpuTime, median, medianRatio, timeInRounds } from '../rounds.ts'
import { count, micros, ratio, table } from '../table.ts'
import { accountsPage, callers } from './calls.ts'

/** A program that calls each operation once. */
const NINE_CALLS = new URL('../../../../packages/fetch/test/consumer/nine-calls.ts', import.meta.url)
const BODY_BYTES = 20_000
const CALLS = 300

/** What a page imports from each client. */
const IMPORTS = {
  '@trading-network/fetch': '{ ApiError, createClient, StalledCursorError, TimeoutError }',
  'openapi-fetch': '{ default as createClient }',
  ofetch: '{ ofetch }',
  ky: '{ default as ky }',
}

export const client: Benchmark = {
  name: 'client',
  about: 'size and calls per second of the client beside its peers',
  async run({ options: { rounds } }) {
    const sizes: { name: string; minified: number; gzip: number }[] = []
    sizes.push({
      name: 'a program with nine calls',
      ...(await bundledBytes(await readFile(NINE_CALLS, 'utf8'))),
    })
    for (const [name, names] of Object.entries(IMPORTS))
      sizes.push({ name, ...(await bundledBytes(`export ${names} from '${name}'`)) })
    const all = callers(accountsPage(BODY_BYTES))
    const times = await timeInRounds(
      all.map(({ call }) => call),
      { rounds: 3 * rounds, calls: CALLS, clock: cpuTime },
    )
    const speeds = times.map(ofCaller => medianRatio(times[0] ?? [], ofCaller))
    const bytes = (number: number) => `${count(number)} B`
    return `Size, bundled for a browser
${table(
  ['', 'gzip', 'minified'],
  sizes.map(({ name, minified, gzip }) => [name, bytes(gzip), bytes(minified)]),
)}
Calls with a response of 20 kB from a replaced fetch
${table(
  ['', 'calls per CPU second to openapi-fetch', 'a call'],
  all.map(({ name }, index) => [name, ratio(speeds[index]), micros(median(times[index] ?? []))]),
)}`
  },
}

/** The size of a program in a browser, in bytes. */
async function bundledBytes(program: string): Promise<{ minified: number; gzip: number }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  return { minified: code.length, gzip: gzipSync(code, { level: 9 }).length }
}
