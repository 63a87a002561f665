import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { contracts } from '../repository.ts'
import type { Contract } from './document.ts'
import { type Edition, editionOf } from './edition.ts'

/** A contract with the text of its file. */
interface Source {
  readonly version: string
  readonly contract: Contract
  readonly json: string
}

interface Editions {
  /** The contract at the root of the site. */
  readonly current: Edition
  /** The archived contracts, the newest first. The address of each never changes. */
  readonly released: readonly Edition[]
  /** The edition that callers should read: the newest release. */
  readonly standing: Edition
}

/** Reads the editions in a folder like `spec`: its contract, and its archive of releases. */
function loadEditions(folder: string): Editions {
  const root = read(join(folder, 'dist/openapi.json'))
  const archive = globSync('released/[0-9]*.json', { cwd: folder })
    .map(path => read(join(folder, path)))
    .sort((one, other) => compare(other.version, one.version))
  const releases = archive.filter(source => !isDraft(folder, source)).reverse()
  /** True when the contract of this repository is the newest release, or when there is no release yet. */
  const isReleased = archive[0] === undefined || archive[0].json === root.json

  function edition(source: Source, label: string, prefix: string): Edition {
    // The next version has the number of the newest release until it gets its own.
    const isNext = source === root && !isReleased
    const history = releases
      .filter(each => isNext || compare(each.version, source.version) < 0)
      .map(({ version, contract }) => [version, contract] as const)
    const newest = isNext ? 'the next version' : source.version
    return editionOf({ ...source, label, prefix, history: [...history, [newest, source.contract]] })
  }

  const current = {
    ...edition(root, isReleased ? `Current (${root.version})` : 'Next', ''),
    yaml: readFileSync(join(folder, 'dist/openapi.yaml'), 'utf8'),
  }
  const released = archive.map((source, index) => {
    const { version } = source
    const isNewest = index === 0 && !isReleased
    return edition(source, isNewest ? `Current (${version})` : version, `v/${version}/`)
  })
  return { current, released, standing: isReleased ? current : (released[0] ?? current) }
}

/** True for a contract that is archived before its release, and may still change: it has no changelog. */
function isDraft(folder: string, { version }: Source): boolean {
  return !existsSync(join(folder, `changelog/${version}.json`))
}

function read(path: string): Source {
  const json = readFileSync(path, 'utf8')
  const contract = JSON.parse(json) as Contract
  return { version: contract.info.version, contract, json }
}

/** The editions that this site shows. */
export const { current, released, standing } = loadEditions(contracts)

export const editions: readonly Edition[] = [current, ...released]
