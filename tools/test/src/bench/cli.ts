import { Argument, Command, InvalidArgumentError } from 'commander'
import { Bench, DEFAULTS, type Table } from './bench.ts'
import { measureOverload } from './overload.ts'
import { measureAgainst, measureServer } from './server.ts'
import { measureWaiting } from './waiting.ts'

const benchmarks: Readonly<Record<string, (bench: Bench) => Promise<Table>>> = {
  server: measureServer,
  overload: measureOverload,
  waiting: measureWaiting,
}

const program = new Command('pnpm bench')
  .description('Measures this working tree. The main figures are ratios of one run on this machine.')
  .addArgument(new Argument('[name...]', 'the benchmarks; all without it').choices(Object.keys(benchmarks)))
  .option('--orders <number>', 'orders of the simulated network', whole, DEFAULTS.orders)
  .option('--rounds <number>', 'how often each figure is measured', whole, DEFAULTS.rounds)
  .option('--burst <ms>', 'time of a measurement in milliseconds', whole, DEFAULTS.burst)
  .option(
    '--against <commit>',
    'with server: compares with a commit, a version such as 3.0.0, or "release", the last one; fails below 0.9',
  )
  .addHelpText('after', '\ntools/test/src/bench/README.md describes them.')
  .action(run)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`)
  process.exitCode = 1
}

type Options = typeof DEFAULTS & { readonly against?: string }

async function run(names: readonly string[], { against, ...options }: Options): Promise<void> {
  if (against !== undefined && names.join() !== 'server')
    throw new InvalidArgumentError(
      '--against needs the benchmark server: pnpm bench server --against release',
    )
  const bench = new Bench(options)
  process.once('exit', () => bench.end())
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  if (against !== undefined) return console.table(await measureAgainst(bench, against))
  for (const name of names.length > 0 ? names : Object.keys(benchmarks))
    console.table(await benchmarks[name]?.(bench))
}

function whole(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}
