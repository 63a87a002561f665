import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Change, compare, load, type Report, seenFrom, stepOf } from '@trading-network/spec-diff'
import { archivePath, archiveProblems, baseRelease } from './archive.ts'
import { compileConsumer } from './compile.ts'
import { type Demand, isLess, shortfall } from './shortfall.ts'

/** The package of the contract. All packages that contain it have its number: changesets raises them together. */
const contractPackage = '@trading-network/spec'

/**
 * Tests if the changesets declare the step that the contract's changes since the last stable release need.
 *
 * @param bundle The JSON bundle of the contract at hand: the generated types are made from it.
 * @param compile Returns the compiler errors of programs that use the released types.
 * @param today Day in UTC, such as `2026-11-22`.
 * @returns The problems, each a text for people.
 */
export async function gate(
  root: string,
  bundle: string,
  compile = compileConsumer,
  today = new Date().toISOString().slice(0, 10),
): Promise<string[]> {
  const damage = archiveProblems(root)
  if (damage.length > 0) return damage
  const base = baseRelease(root)
  const archived = readFileSync(join(root, archivePath(base)), 'utf8')
  const report = await compareWithContract(root, archivePath(base))
  if (report.changes.length === 0) return []
  const lack = await shortfall(root, demandOf(report, await compile(root, archived, bundle)))
  return [...brokenPromises(report, today), ...(lack === undefined ? [] : [lack])]
}

/** The difference between an archived contract and the authored one, with places in the authored files. */
async function compareWithContract(root: string, archived: string): Promise<Report> {
  const near = (path: string) => relative('.', join(root, path)) || path
  return compare(await load(near(archived)), await load(near('spec/openapi.yaml')))
}

/** Parts that are removed before their announced sunset. A major step does not allow that. */
function brokenPromises({ changes }: Report, today: string): string[] {
  return changes.flatMap(change =>
    change.sunset === undefined || change.sunset <= today
      ? []
      : [
          `A release before ${change.sunset} must keep this part, also with a major step:\n  ${lineOf(change)}`,
        ],
  )
}

/** The verdict and the sentence for callers, or those for importers of the types if these are affected more. */
function demandOf({ bump, changes }: Report, refused: readonly string[]): Demand {
  const reasons = changes.flatMap(change => {
    const { wire, types } = change.impact
    const seen = seenFrom(change, isLess(stepOf(wire), stepOf(types)) ? 'types' : 'wire')
    return seen ? [{ bump: stepOf(seen.class), text: lineOf({ ...change, ...seen }) }] : []
  })
  const errors = refused.map(line => ({ bump: 'major' as const, text: `the compiler: ${line}` }))
  return {
    name: contractPackage,
    bump: refused.length > 0 ? 'major' : bump.types,
    reasons: [...reasons, ...errors],
  }
}

function lineOf({ file, line, class: verdict, message, operations, ruleId }: Change): string {
  const where = operations.length > 0 ? ` (${operations.join(', ')})` : ''
  return `${file}:${line}  ${verdict}: ${message}${where} [${ruleId}]`
}
