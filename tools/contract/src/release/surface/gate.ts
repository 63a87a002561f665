import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import { preReleaseTag } from '../archive.ts'
import { type Demand, shortfall } from '../shortfall.ts'
import {
  isGenerated,
  losses,
  manifestOf,
  packageSurface,
  type Surface,
  shortName,
} from './package-surface.ts'

/** A surface as it was released. */
interface Released {
  version: string
  surface: Surface
}

/** The problems of the changesets: packages whose surface lost something since their last stable release. */
export async function surfaceProblems(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const folder of PUBLISHED) {
    const released = readReleased(root, folder)
    if (!released) continue
    const lost = losses(root, folder, released.surface, surfaceOf(root, folder))
    const problem = await shortfall(root, demandOf(manifestOf(root, folder).name, released.version, lost))
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

/** A package that lost something needs a major step. */
export function demandOf(name: string, version: string, lost: readonly string[]): Demand {
  const reasons = lost.map(text => ({ bump: 'major' as const, text: `since ${version}: ${text}` }))
  return { name, bump: lost.length > 0 ? 'major' : 'none', reasons }
}

/** Keeps the surfaces of the packages that a release raised. A pre-release is no base to compare with. */
export function keepSurfaces(root: string): void {
  mkdirSync(join(root, 'tools/contract/released'), { recursive: true })
  for (const folder of PUBLISHED) {
    const { version } = manifestOf(root, folder)
    if (preReleaseTag(version) || readReleased(root, folder)?.version === version) continue
    writeFileSync(join(root, pathOf(root, folder)), textOf({ version, surface: surfaceOf(root, folder) }))
  }
}

/** A compiler's run for each package, so the gate and the archive of one release share it. */
const known = new Map<string, Surface>()

function surfaceOf(root: string, folder: string): Surface {
  const key = join(root, folder)
  const surface = known.get(key) ?? packageSurface(root, folder)
  known.set(key, surface)
  return surface
}

function readReleased(root: string, folder: string): Released | undefined {
  const file = join(root, pathOf(root, folder))
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Released) : undefined
}

function pathOf(root: string, folder: string): string {
  return `tools/contract/released/${shortName(root, folder)}.json`
}

/** Types from the contract are in the archive of contracts. */
function textOf({ version, surface }: Released): string {
  const declarations = Object.entries(surface.declarations).filter(([path]) => !isGenerated(path))
  const kept = { ...surface, declarations: Object.fromEntries(declarations) }
  return `${JSON.stringify({ version, surface: kept }, null, 2)}\n`
}
