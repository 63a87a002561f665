import { checkPackages } from './packages.ts'
import { run } from './run.ts'

/** Something that must hold: gives what is wrong, or nothing. */
export interface Check {
  readonly name: string
  run(): Promise<string | undefined>
}

/** Everything that must hold besides the tests, the quick ones first. */
export const checks: readonly Check[] = [
  command('format and lint', 'biome', ['check', '.']),
  command('contract lint', 'redocly', ['lint']),
  command('generated files are current', 'node', ['tools/gen/src/cli.ts', '--check']),
  command('released contracts and changesets', 'node', ['tools/release/src/cli.ts', 'gate']),
  command('second opinion on the contract', 'node', ['tools/release/src/cli.ts', 'second-opinion']),
  command('types', 'tsc', ['--noEmit']),
  command('dead code', 'knip', []),
  { name: 'packages as published', run: checkPackages },
]

function command(name: string, program: string, args: readonly string[]): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await run(program, args)
      return code === 0 ? undefined : output
    },
  }
}
