import { parseArgs } from 'node:util'
import { alternatives } from './alternatives/alternatives.ts'
import { Bench, type Benchmark } from './benchmark.ts'
import { client } from './client.ts'
import { data } from './data.ts'
import { formats } from './formats.ts'
import { overload } from './overload.ts'
import { DEFAULT_SCALE, scale } from './scale/scale.ts'
import { server } from './server.ts'
import { soak } from './soak/soak.ts'
import { specDiff } from './spec-diff.ts'
import { workers } from './workers.ts'

const benchmarks: readonly Benchmark[] = [
  data,
  formats,
  server,
  workers,
  overload,
  client,
  specDiff,
  scale,
  alternatives,
]

const ofOrders = benchmarks.filter(({ orders }) => orders > 0)

const HELP = `Measures this working tree: ratios of things that ran in turn, in one run, on this machine.

  pnpm bench [name...] [options]

${benchmarks.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

Without a name all of them run, on one database, but for scale and alternatives.

  pnpm bench soak [--minutes N] [--rate N]

Serves under a mixed load while new blocks come in, and ends with 0 when memory stays flat and every request is answered.

  --orders N         orders of the simulated network (${ofOrders.map(({ name, orders }) => `${name}: ${orders.toLocaleString('en')}`).join(', ')})
  --database FILE    use this database of a network instead of a simulated one
  --keep             keep the database of the simulated network, and say where it is
  --rounds N         how often each thing is measured (default: 9)
  --minutes N        how long to soak (default: 30)
  --rate N           requests a second while soaking (default: 200)
  --scale N          scale: the biggest of its databases, 1 being 10 million orders (default: ${DEFAULT_SCALE})
  --directory FOLDER scale: where its databases lie, and stay for the next run
  --no-postgres      scale: SQLite only
  -h, --help         show this
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      orders: { type: 'string' },
      database: { type: 'string' },
      keep: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '9' },
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '200' },
      scale: { type: 'string', default: String(DEFAULT_SCALE) },
      directory: { type: 'string' },
      postgres: { type: 'boolean', default: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  if (positionals[0] === 'soak') {
    const minutes = wholeNumber('--minutes', values.minutes)
    const rate = wholeNumber('--rate', values.rate)
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort())
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const well = await soak({ minutes, rate, say, signal: stop.signal })
    process.exitCode = well ? 0 : 1
    return
  }
  const chosen =
    positionals.length === 0 ? benchmarks.filter(one => !one.onlyByName) : positionals.map(benchmarkOf)
  const bench = new Bench({
    orders: values.orders === undefined ? mostOrders(chosen) : wholeNumber('--orders', values.orders),
    rounds: wholeNumber('--rounds', values.rounds),
    burst: 400,
    ...(values.database !== undefined && { database: values.database }),
    scale: {
      scale: share('--scale', values.scale),
      keep: values.keep || values.directory !== undefined,
      postgres: values.postgres,
      ...(values.directory !== undefined && { directory: values.directory }),
    },
  })
  process.once('SIGINT', () => {
    bench.end(values.keep)
    process.exit(130)
  })
  try {
    for (const benchmark of chosen) process.stdout.write(`\n${await benchmark.run(bench)}`)
  } finally {
    const kept = bench.end(values.keep)
    if (kept !== undefined) process.stdout.write(`\nThe database is kept at ${kept}\n`)
  }
}

function benchmarkOf(name: string): Benchmark {
  const benchmark = benchmarks.find(one => one.name === name)
  if (benchmark) return benchmark
  throw new Error(`there is no benchmark "${name}"; there are: ${benchmarks.map(one => one.name).join(', ')}`)
}

function mostOrders(chosen: readonly Benchmark[]): number {
  return Math.max(...chosen.map(({ orders }) => orders))
}

function share(option: string, text: string): number {
  if (/^(1|0?\.\d{1,4})$/.test(text) && Number(text) > 0) return Number(text)
  throw new Error(`${option} must be a number up to 1, not ${text}`)
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new Error(`${option} must be a whole number from 1, not ${text}`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`)
  process.exitCode = 1
}
