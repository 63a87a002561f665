import type { Benchmark } from './benchmark.ts'
import { shippedBytes, typing } from './client-budgets.ts'
import { accountsPage, callers, timeCalls } from './client-calls.ts'
import { median, medianRatio } from './interleaved.ts'
import { count, micros, ratio, table } from './report.ts'

const BODY_BYTES = 20_000
const CALLS = 300

/** What a page ships that lists accounts in each way. */
const PROGRAMS = {
  '@trading-network/fetch':
    "import { ApiError, createClient, StalledCursorError, TimeoutError } from '@trading-network/fetch'\n" +
    'globalThis.client = { ApiError, createClient, StalledCursorError, TimeoutError }',
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
    return `The client\n\n${budgets(sizes[0]?.gzip ?? Number.NaN, speeds[1]?.speed ?? Number.NaN)}
Size, bundled for a browser
${table(
  ['', 'minified', 'gzip'],
  sizes.map(({ name, minified, gzip }) => [name, `${count(minified)} B`, `${count(gzip)} B`]),
)}
Calls with a body of 20 kB against a stub of fetch (1.00: bare fetch and json())
${table(
  ['', 'a call', 'calls/s'],
  speeds.map(({ name, time, speed }) => [name, micros(time), ratio(speed)]),
)}`
  },
}

function budgets(gzip: number, speed: number): string {
  const { instantiations, longestHover, refused, mistakes } = typing()
  return table(
    ['budget', 'allowed', 'measured', ''],
    [
      ['whole client, min+gzip', '<= 4,000 B', `${count(gzip)} B`, kept(gzip <= 4000)],
      ['instantiations, nine calls', '< 1,000', count(instantiations), kept(instantiations < 1000)],
      ['longest hover on a call', '< 160', count(longestHover), kept(longestHover < 160)],
      [
        'mistakes refused',
        `${mistakes} of ${mistakes}`,
        `${refused} of ${mistakes}`,
        kept(refused === mistakes),
      ],
      ['calls/s to bare fetch, 20 kB', '>= 0.80', ratio(speed), kept(speed >= 0.8)],
    ],
  )
}

function kept(is: boolean): string {
  return is ? 'kept' : 'EXCEEDED'
}
