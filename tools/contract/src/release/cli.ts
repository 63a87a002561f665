import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { hasHistory } from '@trading-network/test/last-release'
import { longRunNotice } from '@trading-network/test/long-record'
import { bundled } from '../gen/bundle.ts'
import { archiveComparisons } from './archive.ts'
import { diff } from './diff.ts'
import { gate } from './gate.ts'
import { numberProblems, stateNextNumber } from './number.ts'
import { pack } from './pack.ts'

const help = `The steps of a release.

  gate           test if the changesets declare the step that the contract's changes need, and if its number is theirs
  next           give the contract and its packages the number of the next release, such as 3.1.0-next
  surface        test if the reports of exports and commands are current, and if the changesets declare what is gone;
                 --write writes the reports; --built takes the packages as they are built
  diff <base> [<revision>]
                 compare two contracts, JSON or YAML in one file; --json prints the changes for programs; \`diff main\`
                 prints what the pull request of this branch gets
  version        turn changesets into versions, archive the contract, write its changelog
  pack <folder>  pack the versions that git has no tag of, check the files, add bills of materials

Exit codes: 0 success, 1 failure or a breaking change, 2 invalid usage or a document that cannot be read.`

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const print = (line: string) => console.log(line)

/** `pnpm test` counts this line, and shows it at the end. */
const skipped = (what: string) => print(`SKIPPED ${what}`)

/** Prints the problems, or a sentence if there are none. */
function verdict(problems: readonly string[], success: string): 0 | 1 {
  print(problems.join('\n\n') || success)
  return problems.length > 0 ? 1 : 0
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    built: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})

const commands: Record<string, () => Promise<0 | 1 | 2>> = {
  gate: async () => {
    const refs = archiveComparisons(root).flatMap(({ ref, problems }) => (problems ? [] : ref))
    const names = refs.map(ref => ref.replace('refs/tags/', '')).join(', ')
    if (names) skipped(`the comparison of the archive with ${names}: git has none of these here`)
    return verdict(
      [...(await gate(root, await bundled('json'))), ...(await numberProblems(root))],
      "The changesets declare what the contract's changes ask for.",
    )
  },
  surface: async () => {
    const { surfaceProblems } = await import('../surface/reports.ts')
    const isCompared = hasHistory(root)
    if (!isCompared) skipped('the comparison with the last releases: git has no whole history here')
    return verdict(
      await surfaceProblems(root, values.write, values.built),
      isCompared
        ? 'No package lost anything that the changesets do not declare.'
        : 'The reports of exports and commands are current.',
    )
  },
  next: async () => {
    await stateNextNumber(root)
    execFileSync('node', ['tools/contract/src/gen/cli.ts'], { cwd: root, stdio: 'inherit' })
    return 0
  },
  diff: () => diff(positionals[1] ?? 'main', positionals[2], values.json ?? false, print),
  version: async () => {
    const { versionPackages } = await import('./version.ts')
    return versionPackages(root, print)
  },
  pack: async () => {
    print(longRunNotice(root))
    return pack(root, positionals[1] ?? 'packed')
  },
}

const chosen = commands[positionals[0] ?? '']
if (values.help || !chosen) {
  print(`${help}\n\n${longRunNotice(root)}`)
  process.exitCode = values.help || positionals.length === 0 ? 0 : 2
} else
  process.exitCode = await chosen().catch((error: Error) => {
    console.error(error.message)
    return 1
  })
