import { compareDocuments } from './compare/document.ts'
import { labelOf, operationsOf } from './compare/operations.ts'
import { fold } from './fold.ts'
import type { Contract } from './load/contract.ts'
import { load } from './load/files.ts'
import { defined } from './load/json.ts'
import { type Bump, type Change, higher, type Report, stepOf } from './report.ts'
import { classes, type Surface } from './rules/rule.ts'

/**
 * Compares two OpenAPI documents.
 *
 * @param base Path of the older one, JSON or YAML, of one or several files.
 * @param revision Path of the newer one.
 * @throws InputError for a document that cannot be read.
 */
export async function compareFiles(base: string, revision: string): Promise<Report> {
  return compare(await load(base), await load(revision))
}

/** Compares two documents that are loaded. */
export function compare(base: Contract, revision: Contract): Report {
  const changes = fold(compareDocuments(base, revision))
  const identity = ({ file, version, sha256 }: Contract) => ({ file, version, sha256 })
  return {
    schemaVersion: 1,
    base: identity(base),
    revision: identity(revision),
    ...bumpsOf(changes),
    operations: namesOf([base, revision], changes),
    changes,
  }
}

/** The version steps that changes need, and the number of changes of each class. */
export function bumpsOf(changes: readonly Change[]): Pick<Report, 'bump' | 'counts'> {
  const bumpOf = (surface: Surface) =>
    changes.reduce<Bump>((bump, { impact }) => higher(bump, stepOf(impact[surface])), 'none')
  const counts = classes.map(verdict => [verdict, changes.filter(change => change.class === verdict).length])
  return {
    bump: { wire: bumpOf('wire'), types: higher(bumpOf('wire'), bumpOf('types')) },
    counts: Object.fromEntries(counts) as Report['counts'],
  }
}

function namesOf(contracts: readonly Contract[], changes: readonly Change[]): Report['operations'] {
  const operations = contracts.flatMap(contract => operationsOf(contract, contract.root.paths))
  const known = new Map(
    operations.map(each => {
      const text = (value: unknown) => (value ? String(value) : undefined)
      const { operationId, summary } = each.operation
      return [labelOf(each), defined({ operationId: text(operationId), summary: text(summary) })]
    }),
  )
  const named = [...new Set(changes.flatMap(change => change.operations))].sort()
  return Object.fromEntries(named.map(label => [label, known.get(label) ?? {}]))
}
