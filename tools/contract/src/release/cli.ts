import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hasHistory } from '@trading-network/test/last-release'
import { longRunNotice } from '@trading-network/test/long-record'
import { Command } from 'commander'
import { bundled } from '../gen/bundle.ts'
import { archiveComparisons } from './archive.ts'
import { diff } from './diff.ts'
import { gate } from './gate.ts'
import { numberProblems, stateNextNumber } from './number.ts'
import { pack } from './pack.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const print = (line: string) => console.log(line)

/** `pnpm test` counts this line, and shows it at the end. */
const skipped = (what: string) => print(`SKIPPED ${what}`)

/** Prints the problems, or a sentence if there are none. */
function verdict(problems: readonly string[], success: string): void {
  print(problems.join('\n\n') || success)
  if (problems.length > 0) process.exitCode = 1
}

const program = new Command('pnpm release')
  .description('The steps of a release.')
  .exitOverride(({ code }) => process.exit(/help/i.test(code) ? 0 : 2))
  .showHelpAfterError('(add --help for the options)')
  .addHelpText(
    'after',
    () => `
Exit codes: 0 success, 1 failure or a breaking change, 2 invalid usage or a document that cannot be read.

${longRunNotice(root)}`,
  )

program
  .command('gate')
  .description("test if the changesets declare the step that the contract's changes need, and its number")
  .action(async () => {
    const refs = archiveComparisons(root).flatMap(({ ref, problems }) => (problems ? [] : ref))
    const names = refs.map(ref => ref.replace('refs/tags/', '')).join(', ')
    if (names) skipped(`the comparison of the archive with ${names}: git has none of these here`)
    verdict(
      [...(await gate(root, await bundled('json'))), ...(await numberProblems(root))],
      "The changesets declare what the contract's changes ask for.",
    )
  })
program
  .command('next')
  .description('give the contract and its packages the number of the next release, such as 3.1.0-next')
  .action(async () => {
    await stateNextNumber(root)
    execFileSync('node', ['tools/contract/src/gen/cli.ts'], { cwd: root, stdio: 'inherit' })
  })
program
  .command('surface')
  .description(
    'test if the reports of exports and commands are current, and if the changesets declare losses',
  )
  .option('--write', 'write the reports')
  .option('--built', 'take the packages as they are built')
  .action(async ({ write, built }) => {
    const { surfaceProblems } = await import('../surface/reports.ts')
    if (!hasHistory(root)) skipped('the comparison with the last releases: git has no whole history here')
    verdict(
      await surfaceProblems(root, write, built),
      'The reports are current, and show no loss that no changeset declares.',
    )
  })
program
  .command('diff')
  .description('compare two contracts; `diff main` prints what the pull request of this branch gets')
  .argument('<base>', 'JSON or YAML in one file, or a branch or a commit')
  .argument('[revision]', 'JSON or YAML in one file')
  .option('--json', 'print the changes for programs')
  .action(async (base, revision, { json = false }) => {
    process.exitCode = await diff(base, revision, json, print)
  })
program
  .command('version')
  .description('turn changesets into versions, archive the contract, write its changelog')
  .action(async () => {
    const { versionPackages } = await import('./version.ts')
    process.exitCode = await versionPackages(root, print)
  })
program
  .command('pack')
  .description('pack the versions that git has no tag of, check the files, add bills of materials')
  .argument('<folder>')
  .action(folder => {
    print(longRunNotice(root))
    pack(root, folder)
  })

await program.parseAsync().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
