import { parseArgs } from 'node:util'
import { alternatives } from './alternatives/alternatives.ts'
import { Bench, type Benchmark, DEFAULTS } from './benchmark.ts'
import { client } from './client/client.ts'
import { data } from './data.ts'
import { formats } from './formats.ts'
import { overload } from './overload.ts'
import { scale } from './scale/scale.ts'
import { server } from './server.ts'
import { soak } from './soak/soak.ts'
import { specDiff } from './spec-diff.ts'
import { waiting } from './waiting/waiting.ts'
import { workers } from './workers.ts'

const benchmarks: readonly Benchmark[] = [
  data,
  formats,
  server,
  workers,
  overload,
  waiting,
  client,
  specDiff,
  scale,
  soak,
  alternatives,
]

const list = (those: readonly Benchmark[]) =>
  those.map(({ name, about }) => `  ${name.padEnd(18)} ${about}\n`).join('')

const HELP = `Measures this working tree. The main figures are ratios, measured in turn in one run on this machine.

  pnpm bench [name...] [options]

Without a name, these run:
${list(benchmarks.filter(one => !one.onlyByName))}
Only by name:
${list(benchmarks.filter(one => one.onlyByName))}
Options:
  --orders N         orders of the simulated network (default: data ${data.orders?.toLocaleString('en')}, others ${DEFAULTS.orders.toLocaleString('en')})
  --database FILE    use this SQLite file instead of a simulated network
  --rounds N         how often each figure is measured (default: ${DEFAULTS.rounds})
  --scale N          scale: the biggest database; 1 is 10 million orders (default: ${DEFAULTS.scale})
  --directory FOLDER scale: keep the databases in this folder for the next run
  --no-postgres      scale: only SQLite
  --minutes N        soak: how long (default: ${DEFAULTS.minutes})
  --rate N           soak: requests per second (default: ${DEFAULTS.rate})
  -h, --help         show this
`

const text = { type: 'string' } as const

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      ...{
        orders: text,
        database: text,
        rounds: text,
        scale: text,
        directory: text,
        minutes: text,
        rate: text,
      },
      postgres: { type: 'boolean', default: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return
  }
  const chosen =
    positionals.length === 0 ? benchmarks.filter(one => !one.onlyByName) : positionals.map(benchmarkOf)
  const whole = (name: 'orders' | 'rounds' | 'minutes' | 'rate') =>
    values[name] !== undefined && { [name]: numberOf(`--${name}`, values[name], /^[1-9]\d{0,9}$/) }
  const { database, directory, postgres } = values
  const bench = new Bench({
    orders: Math.max(...chosen.map(({ orders = 1 }) => orders)),
    ...whole('orders'),
    ...whole('rounds'),
    ...whole('minutes'),
    ...whole('rate'),
    ...(values.scale !== undefined && {
      scale: numberOf('--scale', values.scale, /^(1|0?\.(0[1-9]|[1-9]\d?))$/),
    }),
    ...(database !== undefined && { database }),
    ...(directory !== undefined && { directory }),
    postgres,
  })
  process.once('exit', () => bench.end())
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  for (const benchmark of chosen) process.stdout.write(`\n${await benchmark.run(bench)}`)
}

function benchmarkOf(name: string): Benchmark {
  const benchmark = benchmarks.find(one => one.name === name)
  if (benchmark) return benchmark
  throw new Error(
    `there is no benchmark "${name}"; choose from ${benchmarks.map(one => one.name).join(', ')}`,
  )
}

function numberOf(option: string, value: string, pattern: RegExp): number {
  if (pattern.test(value) && Number(value) > 0) return Number(value)
  const limits = option === '--scale' ? 'a number from 0.01 to 1' : 'a whole number from 1'
  throw new Error(`${option} must be ${limits}, not ${value}`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`)
  process.exitCode = 1
}
