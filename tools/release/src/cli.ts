import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from '@trading-network/gen/bundle'
import { archivePath, baseRelease } from './archive.ts'
import { declared } from './declared.ts'
import { gate } from './gate.ts'
import { packChecked, publish } from './publish.ts'
import { secondOpinion } from './second-opinion.ts'
import { surfaceProblems } from './surface/gate.ts'
import { freezeDraft, versionPackages } from './version.ts'

const help = `The steps of a release.

  gate             test if the changesets declare the step that the contract's changes need
  surface          test if they declare a major step for each package that lost an export, an option or an exit code
  second-opinion   test if redocly's comparison finds a major change that ours does not
  freeze           archive the contract as the draft of its version, before the release
  version          turn changesets into versions, archive the contract, write its changelog
  pack <folder>    build, check and pack the packages, with their bills of materials
  publish          build, check and publish what the registry lacks; --dry-run packs and lists

Exit codes: 0 success, 1 failure, 2 invalid usage.`

const root = fileURLToPath(new URL('../../..', import.meta.url))
const print = (line: string) => console.log(line)

/** Prints the problems, or a sentence if there are none. */
function verdict(problems: readonly string[], success: string): 0 | 1 {
  print(problems.join('\n\n') || success)
  return problems.length > 0 ? 1 : 0
}

async function runGate() {
  return gate(root, (await bundle())['spec/dist/openapi.json'] ?? '')
}

async function passGate(): Promise<0 | 1> {
  const { problems, notices, report } = await runGate()
  for (const line of notices) print(`note: ${line}`)
  return verdict(problems, `The changesets declare what ${report?.changes.length ?? 0} changes ask for.`)
}

async function passSecondOpinion(): Promise<0 | 1> {
  const base = baseRelease(root)
  const { report } = await runGate()
  // Declared as the greatest step, the change needs no other opinion.
  const { bump } = await declared(root, '@trading-network/spec')
  if (!base || !report || bump === 'major') return 0
  const { problems, notices } = await secondOpinion(
    root,
    archivePath(base.version),
    'spec/dist/openapi.json',
    report,
  )
  for (const line of [...notices.map(each => `note: ${each}`), ...problems]) print(line)
  return problems.length > 0 ? 1 : 0
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
})

const commands: Record<string, () => Promise<0 | 1>> = {
  gate: passGate,
  surface: async () =>
    verdict(await surfaceProblems(root), 'No package lost anything that the changesets do not declare.'),
  'second-opinion': passSecondOpinion,
  freeze: () => freezeDraft(root, print),
  version: () => versionPackages(root, print),
  pack: () => packChecked(root, positionals[1] ?? 'packed', print),
  publish: () => publish(root, values['dry-run'], print),
}

const chosen = commands[positionals[0] ?? '']
if (values.help || !chosen) {
  print(help)
  process.exitCode = values.help || positionals.length === 0 ? 0 : 2
} else process.exitCode = await chosen()
