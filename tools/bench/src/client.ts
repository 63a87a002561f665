import { readFileSync } from 'node:fs'
import type { Benchmark } from './benchmark.ts'
import { shippedBytes, typing } from './client-budgets.ts'
import { accountsPage, callers, timeCalls } from './client-calls.ts'
import { median, medianRatio } from './interleaved.ts'
import { count, micros, ratio, table } from './report.ts'

const BODY_BYTES = 20_000
const CALLS = 300

const consumer = new URL('../../../packages/fetch/test/consumer/nine-calls.ts', import.meta.url)

/** What a page ships that calls the API in each way. */
const PROGRAMS = {
  'a program with nine calls': readFileSync(consumer, 'utf8'),
  '@trading-network/fetch':
    "import { ApiError, createClient, StalledCursorError, TimeoutError } from '@trading-network/fetch'\n" +
    'globalThis.client = { ApiError, createClient, StalledCursorError, TimeoutError }',
  '... with all options':
    "import { conditionalFetch, createClient, logging, monotonicFetch } from '@trading-network/fetch'\n" +
    'globalThis.client = { conditionalFetch, createClient, logging, monotonicFetch }',
  '.../validate':
    "import { createClient } from '@trading-network/fetch'\n" +
    "import { validateAnswers } from '@trading-network/fetch/validate'\n" +
    'globalThis.client = { createClient, validateAnswers }',
  '.../openapi-fetch':
    "import { createOpenapiFetchClient } from '@trading-network/fetch/openapi-fetch'\n" +
    'globalThis.client = createOpenapiFetchClient',
  'openapi-fetch': "import createClient from 'openapi-fetch'\nglobalThis.client = createClient",
  ofetch: "import { ofetch } from 'ofetch'\nglobalThis.client = ofetch",
  ky: "import ky from 'ky'\nglobalThis.client = ky",
}

/** The client: its budgets, and what it costs beside its peers. */
export const client: Benchmark = {
  name: 'client',
  about: 'the client: its budgets, its size and its calls per second beside its peers',
  orders: 1,
  async run({ options: { rounds } }) {
    const sizes = await Promise.all(
      Object.entries(PROGRAMS).map(async ([name, program]) => ({ name, ...(await shippedBytes(program)) })),
    )
    const all = callers(accountsPage(BODY_BYTES))
    const times = await timeCalls(all, { rounds: 3 * rounds, calls: CALLS })
    const [bare = []] = times
    const speeds = all.map(({ name }, index) => ({
      name,
      time: median(times[index] ?? []),
      speed: medianRatio(bare, times[index] ?? []),
    }))
    return `The client\n\n${budgets(sizes[0]?.gzip ?? Number.NaN, speeds.slice(1, 4))}
Size, bundled for a browser
${table(
  ['', 'minified', 'gzip'],
  sizes.map(({ name, minified, gzip }) => [name, `${count(minified)} B`, `${count(gzip)} B`]),
)}
Calls with a body of 20 kB against a stub of fetch, in CPU time (1.00: bare fetch and json())
${table(
  ['', 'a call', 'calls'],
  speeds.map(({ name, time, speed }) => [name, micros(time), ratio(speed)]),
)}`
  },
}

/** @param speeds of the client alone, with its own fetch and with middleware. */
function budgets(gzip: number, speeds: readonly { readonly speed: number }[]): string {
  const { instantiations, longestHover, refused, mistakes } = typing()
  const [alone = Number.NaN, ownFetch = Number.NaN, middleware = Number.NaN] = speeds.map(
    ({ speed }) => speed,
  )
  return table(
    ['budget', 'allowed', 'measured', ''],
    [
      ['a program with nine calls, min+gzip', '<= 4,900 B', `${count(gzip)} B`, kept(gzip <= 4900)],
      ['instantiations, nine calls', '< 200', count(instantiations), kept(instantiations < 200)],
      ['longest hover on a call', '< 160', count(longestHover), kept(longestHover < 160)],
      [
        'mistakes refused',
        `${mistakes} of ${mistakes}`,
        `${refused} of ${mistakes}`,
        kept(refused === mistakes),
      ],
      ['calls to bare fetch, 20 kB, CPU time', '>= 0.80', ratio(alone), kept(alone >= 0.8)],
      ['... with its own fetch', '>= 0.80', ratio(ownFetch), kept(ownFetch >= 0.8)],
      ['... with middleware', '>= 0.60', ratio(middleware), kept(middleware >= 0.6)],
    ],
  )
}

function kept(is: boolean): string {
  return is ? 'kept' : 'EXCEEDED'
}
