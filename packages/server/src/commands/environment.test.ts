import { Option } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import { OperatorCommand } from './environment.ts'
import { ingestCommand } from './ingest.ts'
import { serveCommand } from './serve.ts'

/** Parses arguments of a command with an option that has a value and one that is a flag. */
function parsed(...args: string[]) {
  const command = new OperatorCommand('test')
    .addOption(new Option('--max-delay <ms>').argParser(Number))
    .option('--wait')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action(() => undefined)
  return command.parse(args, { from: 'user' }).opts()
}

afterEach(() => {
  vi.unstubAllEnvs()
})

it('reads an option from the environment, and prefers the command line', () => {
  vi.stubEnv('TRADING_NETWORK_MAX_DELAY', '7')
  expect(parsed()).toEqual({ maxDelay: 7 })
  expect(parsed('--max-delay', '8')).toEqual({ maxDelay: 8 })
})

it('reads a flag as true or false', () => {
  vi.stubEnv('TRADING_NETWORK_WAIT', 'true')
  expect(parsed()).toEqual({ wait: true })
  vi.stubEnv('TRADING_NETWORK_WAIT', 'false')
  expect(parsed()).toEqual({})
  vi.stubEnv('TRADING_NETWORK_WAIT', '0')
  expect(() => parsed()).toThrow('TRADING_NETWORK_WAIT must be true or false')
})

it('gives each option of a command a variable, which its help names', () => {
  const command = serveCommand()
  expect(command.options.filter(({ envVar }) => !envVar?.startsWith('TRADING_NETWORK_'))).toEqual([])
  expect(command.helpInformation()).toContain('TRADING_NETWORK_MAX_DELAY')
})

it('refuses an empty value of each option', () => {
  for (const make of [serveCommand, ingestCommand])
    for (const { long } of make().options.filter(({ required }) => required)) {
      const command = make()
        .allowExcessArguments()
        .exitOverride()
        .configureOutput({ writeErr: () => undefined })
        .action(() => undefined)
      const parse = () => command.parse(['events', String(long), ''], { from: 'user' })
      expect(parse, long).toThrow(/ is (empty|invalid|not postgres)/)
    }
})
