import { readFile } from 'node:fs/promises'
import { Random } from '@trading-network/simulator'
import { afterEach, expect, it, vi } from 'vitest'
import { createClient, type Fetch } from '../../src/index.ts'
import { watch } from '../../src/watch.ts'
import { Clock } from './clock.ts'
import { collect, failure, headersOf, page } from './scripted.ts'

const WALKS = 30
const STEPS = 40

/** The columns of the table in decision 6. */
type Input = 'confirmed' | 'older' | 'reset' | 'failed' | 'silent'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The table of decision 6: a row for each state, a column for each input. */
const documented = async (): Promise<Record<string, Record<string, string>>> => {
  const text = await readFile(
    new URL('../../../../docs/decisions/06-client-and-watch.md', import.meta.url),
    'utf8',
  )
  const rows = text
    .split('\n')
    .filter(line => /^\| (state|`\w+`) /.test(line))
    .map(line => line.split('|').slice(1, -1))
    .filter(cells => cells.length === 6)
    .map(cells => cells.map(cell => cell.replaceAll('`', '').trim()))
  const [[, ...inputs] = [], ...states] = rows
  return Object.fromEntries(
    states.map(([state, ...next]) => [
      state,
      Object.fromEntries(next.map((to, index) => [inputs[index], to])),
    ]),
  )
}

/** A service that answers each request with an input of the table. */
const createService = () => {
  const pending: {
    readonly headers: Headers
    readonly signal: AbortSignal
    resolve(response: Response): void
    reject(error: Error): void
  }[] = []
  let [height, chain, history, owner] = [10, 'a', 0, 0]
  const fetch: Fetch = ({ headers }, { signal }) =>
    new Promise((resolve, reject) => {
      pending.push({ headers, signal, resolve, reject })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const send = (input: Input) => {
    const { resolve, reject } = pending.shift()!
    if (input === 'confirmed')
      resolve(page(String.fromCharCode(97 + (++owner % 26)), { height: ++height, chain }))
    if (input === 'older') resolve(failure(503, headersOf({ height: height - 5, chain })))
    if (input === 'failed') reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))
    if (input === 'reset') {
      chain = `chain-${++history}`
      resolve(failure(503, headersOf({ height, chain })))
    }
  }
  return { fetch, pending, send }
}

const TOLD = ['online', 'offline', 'behind']

/** Walks over the table at random. Returns the transitions. */
const walk = async (seed: number, table: Record<string, Record<string, string>>): Promise<string[]> => {
  const random = new Random(seed, 'states')
  const clock = new Clock().start()
  const { fetch, pending, send } = createService()
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const watching = watch(client.listAccounts())
  const seen = collect(watching, ({ type }) => type)
  const passed: string[] = []
  let [state, told, knowsBlock] = ['unsure', 'online', false]
  for (let step = 0; step < STEPS; step++) {
    await clock.pass(9000)
    // A request is held in `online` only, and has no tag before the first block of a history.
    const { headers } = pending[0]!
    const held = headers.get('prefer')
    expect([passed.at(-1), held]).toEqual([passed.at(-1), state === 'online' ? 'wait=25' : null])
    if (!knowsBlock) expect(headers.get('if-none-match')).toBe(null)
    const inputs: Input[] = [
      'confirmed',
      'failed',
      'silent',
      ...(knowsBlock ? (['older', 'reset'] as const) : []),
    ]
    const input = random.pick(inputs)
    const before = state
    if (input === 'silent') {
      const silent = pending.shift()!
      while (!silent.signal.aborted) await clock.pass(1000)
    } else send(input)
    await clock.pass(1)
    state = table[state]![input]!
    passed.push(`${before}, ${input}, ${state}`)
    knowsBlock = input === 'reset' ? false : knowsBlock || input === 'confirmed'
    const last = seen.filter(type => TOLD.includes(type)).at(-1) ?? 'online'
    if (TOLD.includes(state)) told = state
    expect([passed.at(-1), last]).toEqual([passed.at(-1), told])
  }
  void watching.return()
  await clock.pass(1)
  return passed
}

it('a watch follows the table, in walks at random', async () => {
  const table = await documented()
  const passed = new Set<string>()
  for (let seed = 1; seed <= WALKS; seed++) {
    for (const each of await walk(seed, table)) passed.add(each)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
  expect(passed.size).toBe(4 * 5)
})
