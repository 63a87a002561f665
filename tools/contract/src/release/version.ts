import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangesets } from '@changesets/read'
import { cleanCommit } from '@trading-network/test/long-record'
import { bundled } from '../gen/bundle.ts'
import { changelog } from '../gen/changelog.ts'
import { manifestOf, shortName } from '../manifest.ts'
import { surfaceProblems } from '../surface/reports.ts'
import { archivePath, baseRelease, isReleased } from './archive.ts'
import { gate } from './gate.ts'
import { stateNextNumber, stateVersion, together } from './number.ts'
import { folders } from './pack.ts'
import { addNotes } from './user-changelogs.ts'

type Print = (line: string) => void

/**
 * Turns the changesets into versions: raises the packages, states the contract's version, archives the contract with its
 * changelog, and generates again. If the gate fails, it writes nothing.
 */
export async function versionPackages(root: string, print: Print): Promise<0 | 1> {
  // A stopped run leaves files. The next run would take them for the state before a release.
  if (cleanCommit(root) === undefined) {
    print(
      'Commit what is changed, or if an earlier run was stopped, run `git stash -u`. Then run this again.',
    )
    return 1
  }
  const problems = [...(await gate(root, await bundled('json'))), ...(await surfaceProblems(root))]
  if (problems.length > 0) {
    print(problems.join('\n\n'))
    return 1
  }
  const base = baseRelease(root)
  const waiting = await readChangesets(root)
  if (waiting.length === 0) {
    print('No changeset waits: there is nothing to release.')
    return 0
  }
  await stateNextNumber(root)
  execFileSync('changeset', ['version'], { cwd: root, stdio: 'inherit' })
  for (const folder of together(root)) addNotes(root, folder)
  const { version } = manifestOf(root, 'spec')
  stateVersion(root, version)
  if (!isReleased(root, version)) await release(root, version, base)
  execFileSync('node', ['tools/contract/src/gen/cli.ts'], { cwd: root, stdio: 'inherit' })
  print(`The contract is ${version}. Look the changes over and commit them.`)
  return 0
}

/** Archives the current contract with its changelog, which makes it a release. */
async function release(root: string, version: string, previous: string): Promise<void> {
  writeFileSync(join(root, archivePath(version)), await bundled('json'))
  const date = new Date().toISOString().slice(0, 10)
  const packages = Object.fromEntries(
    folders.map(folder => [shortName(root, folder), manifestOf(root, folder).version]),
  )
  for (const { path, text } of await changelog(root, { version, date, previous, packages }))
    writeFileSync(join(root, path), text)
}
