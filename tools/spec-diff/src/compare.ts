import { compareDocuments } from './compare/document.ts'
import { labelOf, operationsOf } from './compare/operations.ts'
import { fold } from './fold.ts'
import type { Contract } from './load/contract.ts'
import { load } from './load/files.ts'
import { type Bump, type Change, higher, type Report, stepOf } from './report.ts'
import { type Class, classes, type Surface } from './rules/rule.ts'

/**
 * Compares two OpenAPI documents.
 *
 * @param base Path of the older one, JSON or YAML, of one or several files.
 * @param revision Path of the newer one.
 * @throws InputError for what cannot be read.
 */
export async function compareFiles(base: string, revision: string): Promise<Report> {
  return compare(await load(base), await load(revision))
}

/** Compares two documents that are loaded. */
export function compare(base: Contract, revision: Contract): Report {
  const changes = fold(compareDocuments(base, revision))
  return {
    schemaVersion: 1,
    base: { file: base.file, version: base.version, sha256: base.sha256 },
    revision: { file: revision.file, version: revision.version, sha256: revision.sha256 },
    ...bumpsOf(changes),
    operations: namesOf(base, revision, changes),
    changes,
  }
}

/** The version steps that changes need, and the number of changes of each class. */
export function bumpsOf(changes: readonly Change[]): Pick<Report, 'bump' | 'counts'> {
  const count = (each: Class) => changes.filter(change => change.class === each).length
  const wire = bumpOf(changes, 'wire')
  return {
    bump: { wire, types: higher(wire, bumpOf(changes, 'types')) },
    counts: Object.fromEntries(classes.map(each => [each, count(each)])) as Report['counts'],
  }
}

/** The step that one surface alone asks for. */
function bumpOf(changes: readonly Change[], surface: Surface): Bump {
  return changes.reduce<Bump>((bump, { impact }) => higher(bump, stepOf(impact[surface])), 'none')
}

function namesOf(base: Contract, revision: Contract, changes: readonly Change[]): Report['operations'] {
  const all = [base, revision].flatMap(contract =>
    operationsOf(contract, contract.root.paths).map(operation => {
      const { operationId, summary } = operation.operation
      const names = {
        ...(operationId ? { operationId: String(operationId) } : {}),
        ...(summary ? { summary: String(summary) } : {}),
      }
      return [labelOf(operation), names] as const
    }),
  )
  const known = new Map(all)
  const named = [...new Set(changes.flatMap(change => change.operations))].sort()
  return Object.fromEntries(named.map(label => [label, known.get(label) ?? {}]))
}
