import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redocly } from '../redocly.ts'
import type { Json } from './document.ts'

/** One difference of two documents, as `redocly diff` reports it. */
export interface Difference {
  /** Where redocly met it first. */
  path: string
  /** The type of the node that differs, such as `Schema`. */
  typeName: string
  kind: 'added' | 'removed' | 'modified'
  /** The keyword that differs; `key` for a part with another name. */
  property?: string
  /** The rules that find it, each with the impact that `redocly.yaml` gives it. */
  verdicts: { ruleId: string; impact: 'major' | 'minor' | 'patch'; message: string }[]
  base?: { pointer: string; value?: Json }
  revision?: { pointer: string; value?: Json }
}

/**
 * The differences that redocly finds. Its command is experimental: the version is exact, only this module calls it, and
 * the table of edits notices another verdict.
 */
export async function differences(base: Json, revision: Json): Promise<Difference[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'diff-'))
  const files = [join(folder.path, 'base.json'), join(folder.path, 'revision.json')] as const
  writeFileSync(files[0], JSON.stringify(base))
  writeFileSync(files[1], JSON.stringify(revision))
  return JSON.parse(await redocly('diff', ...files, '--format', 'json', '--fail-on', 'none')).changes
}
