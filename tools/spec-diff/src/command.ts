import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { compareFiles } from './compare.ts'
import { decided, readConfig } from './config.ts'
import { InputError } from './load/parse.ts'
import { type Format, formats, render } from './render/render.ts'
import type { Report } from './report.ts'
import { type Class, classes, worse } from './rules/rule.ts'
import { ruleTable } from './rules/table.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

interface Output {
  write(text: string): unknown
}

/**
 * The command line.
 *
 * @returns The exit code: 0 success, 1 a change reaches `--fail-on`, 2 invalid usage or unreadable input.
 */
export async function run(args: readonly string[], output: Output, errors: Output): Promise<0 | 1 | 2> {
  let code: 0 | 1 | 2 = 0
  const program = new Command('spec-diff')
    .description('Finds the breaking changes of an OpenAPI contract, on the wire and in the types.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: text => output.write(text), writeErr: text => errors.write(text) })
  program
    .command('compare')
    .description('compare two OpenAPI 3 documents: JSON or YAML, of one or several files')
    .argument('<base>', 'the older document: a file, `HEAD~1:openapi.yaml` in git, or - for standard input')
    .argument('<revision>', 'the newer document')
    .addOption(new Option('--format <format>', 'format of the report').choices(formats).default('terminal'))
    .addOption(
      new Option('--fail-on <class>', 'exit with 1 for a change of this class or a worse one')
        .choices([...classes, 'none'])
        .default('none'),
    )
    .addOption(
      new Option('--surface <surface>', 'surface that --fail-on tests')
        .choices(['wire', 'types', 'both'])
        .default('both'),
    )
    .addOption(
      new Option('--show <class>', 'the least important class that is printed; JSON has all')
        .choices(classes)
        .default('non-breaking'),
    )
    .option('--config <file>', 'accepted findings and severities of rules, YAML or JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 success, 1 a change reaches --fail-on, 2 invalid usage or unreadable input.',
    )
    .action(async (base: string, revision: string, options: Options) => {
      if (base === '-' && revision === '-')
        throw new InputError('only one document comes from standard input')
      const found = await compareFiles(base, revision)
      const today = new Date().toISOString().slice(0, 10)
      const report = options.config ? decided(found, await readConfig(options.config), today) : found
      output.write(render(report, options.format, options.show))
      if (isMet(report, options)) code = 1
    })
  program
    .command('rules')
    .description('list every kind of difference with its verdicts, as JSON')
    .action(() => void output.write(`${JSON.stringify(ruleTable, null, 2)}\n`))
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof InputError)) throw error
    errors.write(`spec-diff: ${error.message}\n`)
    return 2
  }
  return code
}

interface Options {
  format: Format
  failOn: Class | 'none'
  surface: 'wire' | 'types' | 'both'
  show: Class
  config?: string
}

function isMet(report: Report, { failOn, surface }: Options): boolean {
  if (failOn === 'none') return false
  return report.changes.some(({ impact }) => {
    const verdict = surface === 'both' ? worse(impact.wire, impact.types) : impact[surface]
    return verdict !== null && worse(verdict, failOn) === verdict
  })
}
