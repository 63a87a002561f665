import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundled } from '../gen/bundle.ts'
import { gate } from './gate.ts'
import { packChecked, publish } from './publish.ts'
import { surfaceProblems } from './surface/gate.ts'
import { versionPackages } from './version.ts'

const help = `The steps of a release.

  gate           test if the changesets declare the step that the contract's changes need
  surface        test if they declare a major step for each package that lost an export, an option or an exit code
  version        turn changesets into versions, archive the contract, write its changelog
  pack <folder>  build, check and pack the packages, with their bills of materials
  publish        build, check and publish what the registry lacks; --dry-run packs and lists

Exit codes: 0 success, 1 failure, 2 invalid usage.`

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const print = (line: string) => console.log(line)

/** Prints the problems, or a sentence if there are none. */
function verdict(problems: readonly string[], success: string): 0 | 1 {
  print(problems.join('\n\n') || success)
  return problems.length > 0 ? 1 : 0
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
})

const commands: Record<string, () => Promise<0 | 1>> = {
  gate: async () =>
    verdict(
      await gate(root, await bundled('json')),
      "The changesets declare what the contract's changes ask for.",
    ),
  surface: async () =>
    verdict(await surfaceProblems(root), 'No package lost anything that the changesets do not declare.'),
  version: () => versionPackages(root, print),
  pack: () => packChecked(root, positionals[1] ?? 'packed', print),
  publish: () => publish(root, values['dry-run'], print),
}

const chosen = commands[positionals[0] ?? '']
if (values.help || !chosen) {
  print(help)
  process.exitCode = values.help || positionals.length === 0 ? 0 : 2
} else process.exitCode = await chosen()
