import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChangesets } from '@changesets/read'
import { bundle } from '@trading-network/gen/bundle'
import type { Bump, Report } from '@trading-network/spec-diff'
import { archivePath, baseRelease, freeze, type Release, releases } from './archive.ts'
import { writeChangelog } from './changelog.ts'
import { compareWithContract, gate } from './gate.ts'
import { command } from './process.ts'
import { keepSurfaces, surfaceProblems } from './surface/gate.ts'

type Print = (line: string) => void

/**
 * Turns the changesets into versions: raises the packages, states the contract's version, archives the contract, writes
 * its changelog, and generates again. If the gate fails, it writes nothing.
 */
export async function versionPackages(root: string, print: Print): Promise<0 | 1> {
  const { problems } = await gate(root, await bundled())
  problems.push(...(await surfaceProblems(root)))
  if (problems.length > 0) {
    print(problems.join('\n\n'))
    return 1
  }
  const last = releases(root).at(-1)
  const waiting = await readChangesets(root)
  if (waiting.length === 0 && !last?.draft) {
    print('No changeset waits: there is nothing to release.')
    return 0
  }
  const base = baseRelease(root)
  const report = base && !base.draft ? await compareWithContract(root, archivePath(base.version)) : undefined
  if (waiting.length > 0) await command(root, 'changeset', ['version'])
  const version = stateVersion(root)
  await command(root, 'node', ['tools/gen/src/cli.ts'])
  if (last?.version !== version || last.draft) await archive(root, version, base, report)
  keepSurfaces(root)
  print(`The contract is ${version}. Look the changes over and commit them.`)
  return 0
}

/** Archives the current contract as the draft of its version. It can be repeated until the release. */
export async function freezeDraft(root: string, print: Print): Promise<0 | 1> {
  const version = stateVersion(root)
  freeze(root, await bundled(), { version, bump: 'none', draft: true })
  print(`spec/released/${version}.json holds the contract as it stands, as a draft`)
  return 0
}

async function archive(
  root: string,
  version: string,
  base: Release | undefined,
  report: Report | undefined,
): Promise<void> {
  const bump: Bump = report?.bump.wire ?? 'none'
  // The bundle that was generated a moment ago, with the new version.
  const text = readFileSync(join(root, 'spec/dist/openapi.json'), 'utf8')
  freeze(root, text, { version, bump, draft: false })
  writeChangelog(root, version, report && base?.version, report)
}

/** Puts the version of the contract's package into the contract. */
function stateVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')) as { version: string }
  const file = join(root, 'spec/openapi.yaml')
  const text = readFileSync(file, 'utf8')
  const stated = text.replace(/^( {2}version: *)\S+/m, `$1${version}`)
  if (stated !== text) writeFileSync(file, stated)
  return version
}

async function bundled(): Promise<string> {
  const json = (await bundle())['spec/dist/openapi.json']
  if (json === undefined) throw new Error('The contract has no JSON bundle')
  return json
}
