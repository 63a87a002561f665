import { Argument, Command, InvalidArgumentError } from 'commander'
import { Bench, type BenchOptions, DEFAULTS } from './benchmark.ts'
import { client } from './client.ts'
import { mirror } from './mirror.ts'
import { overload } from './overload.ts'
import { scale } from './scale/scale.ts'
import { server } from './server.ts'
import { waiting } from './waiting/waiting.ts'

/** Those that take too long to run without their names. */
const byName = [waiting, mirror, scale]
const usual = [server, overload, client]

const program = new Command('pnpm bench')
  .description(
    'Measures this working tree. The main figures are ratios, measured in turn in one run on this machine.',
  )
  .addArgument(
    new Argument('[name...]', 'the benchmarks').choices([...usual, ...byName].map(({ name }) => name)),
  )
  .option('--orders <number>', 'orders of the simulated network', whole, DEFAULTS.orders)
  .option('--rounds <number>', 'how often each figure is measured', whole, DEFAULTS.rounds)
  .option('--scale <number>', 'scale: the biggest database; 1 is 15 million orders', share, DEFAULTS.scale)
  .addHelpText(
    'after',
    `\nWithout a name, these run: ${usual.map(({ name }) => name).join(', ')}. tools/test/src/bench/README.md describes them.`,
  )
  .action(run)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function run(names: readonly string[], options: Partial<BenchOptions>): Promise<void> {
  const bench = new Bench(options)
  process.once('exit', () => bench.end())
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
  const named = [...usual, ...byName].filter(({ name }) => names.includes(name))
  for (const benchmark of names.length === 0 ? usual : named)
    process.stdout.write(`\n${await benchmark.run(bench)}`)
}

function whole(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}

function share(text: string): number {
  if (/^(1|0?\.(0[1-9]|[1-9]\d?))$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number from 0.01 to 1.')
}
