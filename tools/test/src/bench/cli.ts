import { Argument, Command, InvalidArgumentError } from 'commander'
import { measureAgainst } from './against.ts'
import { Bench, type BenchOptions, DEFAULTS } from './bench.ts'
import { measureClient } from './client.ts'
import { measureOverload } from './overload.ts'
import { measureServer } from './server.ts'
import { measureWaiting } from './waiting/waiting.ts'

/** These benchmarks run when none is named. The other takes two minutes. */
const usual = ['server', 'overload', 'client']
/** Each returns a text for a person. */
const benchmarks: Readonly<Record<string, (bench: Bench) => Promise<string>>> = {
  server: measureServer,
  overload: measureOverload,
  client: measureClient,
  waiting: measureWaiting,
}

const program = new Command('pnpm bench')
  .description(
    'Measures this working tree. The main figures are ratios, measured in turn in one run on this machine.',
  )
  .addArgument(new Argument('[name...]', 'the benchmarks').choices(Object.keys(benchmarks)))
  .option('--orders <number>', 'orders of the simulated network', whole, DEFAULTS.orders)
  .option('--rounds <number>', 'how often each figure is measured', whole, DEFAULTS.rounds)
  .option(
    '--against <commit>',
    'with server: compares with a commit, a version such as 3.0.0, or "release", the last one; fails below 0.9',
  )
  .addHelpText(
    'after',
    `\nWithout a name, these run: ${usual.join(', ')}. tools/test/src/bench/README.md describes them.`,
  )
  .action(run)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`)
  process.exitCode = 1
}

type Options = Partial<BenchOptions> & { readonly against?: string }

async function run(names: readonly string[], { against, ...options }: Options): Promise<void> {
  if (against !== undefined && names.join() !== 'server')
    throw new InvalidArgumentError(
      '--against needs the benchmark server: pnpm bench server --against release',
    )
  const bench = new Bench(options)
  process.once('exit', () => bench.end())
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  if (against !== undefined) {
    process.stdout.write(`\n${await measureAgainst(bench, against)}`)
    return
  }
  for (const name of names.length > 0 ? names : usual)
    process.stdout.write(`\n${await benchmarks[name]?.(bench)}`)
}

function whole(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}
