import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { stringify } from 'yaml'
import { contracts } from '../repository.ts'
import { isPlaced } from '../site/address.ts'
import type { Contract } from './document.ts'
import { type Edition, editionOf } from './edition.ts'

/** A contract with the text of its file. */
interface Source {
  readonly version: string
  readonly contract: Contract
  readonly json: string
}

/** The prefix of a contract that is not released, on a published site. */
export const NEXT = 'next/'

/**
 * Reads the editions in a folder like `spec`. A server's own site shows the contract that it serves at the root. A published
 * site shows the newest release there, and the contract after it on demand (`DOCS_NEXT`). Every release also has an address
 * that never changes.
 */
function loadEditions(folder: string): { current: Edition; released: Edition[]; next: Edition[] } {
  const served = {
    ...read(join(folder, 'dist/openapi.json')),
    yaml: readFileSync(join(folder, 'dist/openapi.yaml'), 'utf8'),
  }
  const archive = globSync('released/[0-9]*.json', { cwd: folder })
    .map(path => read(join(folder, path)))
    .sort((one, other) => compare(other.version, one.version))
  const releases = archive.toReversed()
  const newest = releases.at(-1)
  const isReleased = newest === undefined || newest.json === served.json

  function edition(source: Source, label: string, prefix: string): Edition {
    // It has no number in sentences: that of the next release may still change.
    const isNext = source === served && !isReleased
    const history = releases
      .filter(each => isNext || compare(each.version, source.version) < 0)
      .map(({ version, contract }) => [version, contract] as const)
    const name = isNext ? 'the next version' : source.version
    return editionOf({ ...source, label, prefix, history: [...history, [name, source.contract]] })
  }

  const isAhead = isPlaced && !isReleased
  const ofServer = isReleased ? `This server (${served.version})` : 'This server'
  const root = isAhead && newest ? { ...newest, yaml: stringify(newest.contract) } : served
  return {
    current: { ...edition(root, isPlaced ? `Current (${root.version})` : ofServer, ''), yaml: root.yaml },
    next: isAhead && process.env.DOCS_NEXT ? [edition(served, 'Next', NEXT)] : [],
    released: archive.map(source => edition(source, source.version, `v/${source.version}/`)),
  }
}

function read(path: string): Source {
  const json = readFileSync(path, 'utf8')
  const contract = JSON.parse(json) as Contract
  return { version: contract.info.version, contract, json }
}

const { current, released, next } = loadEditions(contracts)

export { current, released }

/** All editions that this site shows. */
export const editions: readonly Edition[] = [current, ...next, ...released]

/** Each version once: the current one has two addresses. */
export const versions: readonly Edition[] = editions.filter(
  edition => edition === current || edition.json !== current.json,
)
