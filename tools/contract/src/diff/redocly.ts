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
  /** The keyword that differs; `key` for a part that is new or gone, or has another name. */
  property: string
  /** The rules that find it, each with the impact that `redocly.yaml` gives it. */
  verdicts: { ruleId: string; impact: 'major' | 'minor' | 'patch'; message: string }[]
  /** The pointer has the keyword at its end if the value is there. A side that lacks the part is empty. */
  base: { pointer?: string; value?: Json }
  revision: { pointer?: string; value?: Json }
}

/** The differences that redocly finds. Its command is experimental: its version is exact, and only this function calls it. */
export async function differences(...documents: [base: Json, revision: Json]): Promise<Difference[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'diff-'))
  const files = ['base.json', 'revision.json'].map(name => join(folder.path, name))
  for (const [i, file] of files.entries()) writeFileSync(file, JSON.stringify(documents[i]))
  const text = await redocly('diff', ...files, '--format', 'json', '--fail-on', 'none')
  return JSON.parse(text).changes.map((each: object) => ({
    property: 'key',
    base: {},
    revision: {},
    ...each,
  }))
}
