import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Change, compare, load, type Report, seenFrom, stepOf } from '@trading-network/spec-diff'
import { archivePath, archiveProblems, baseRelease } from './archive.ts'
import { compileConsumer } from './compile.ts'
import { declared } from './declared.ts'
import { type Demand, isLess, shortfall } from './shortfall.ts'

/** The package of the contract. All packages that contain it have its number: changesets raises them together. */
const contractPackage = '@trading-network/spec'

/** The result of the gate: problems, each a text for people, and the report behind them. */
export interface Verdict {
  problems: string[]
  /** Notices that do not fail the gate. */
  notices: string[]
  report?: Report
}

/**
 * Tests if the changesets declare the step that the contract's changes since the last stable release need.
 *
 * @param bundle The JSON bundle of the contract at hand: the generated types are made from it.
 * @param compile Returns the compiler errors of programs that use the released types.
 * @param today Day in UTC, such as `2026-11-22`.
 */
export async function gate(
  root: string,
  bundle: string,
  compile = compileConsumer,
  today = new Date().toISOString().slice(0, 10),
): Promise<Verdict> {
  const problems = [...archiveProblems(root), ...versionProblems(root)]
  const base = baseRelease(root)
  if (!base)
    return {
      problems: [...problems, 'spec/released has no release to compare with: run `pnpm release freeze`'],
      notices: [],
    }
  const archived = readFileSync(join(root, archivePath(base.version)), 'utf8')
  const report = await compareWithContract(root, archivePath(base.version))
  if (base.isDraft) {
    if (report.changes.length > 0) problems.push(draftProblem(base.version, report))
    return { problems, notices: [], report }
  }
  const refused = report.changes.length > 0 ? await compile(root, archived, bundle) : []
  const notices: string[] = []
  problems.push(...brokenPromises(report, today))
  const demand = demandOf(report, refused)
  const problem = await shortfall(root, demand)
  if (problem !== undefined) problems.push(problem)
  const { bump } = await declared(root, contractPackage)
  if (isLess(demand.bump, bump)) notices.push(`${contractPackage}: declared ${bump}, needed ${demand.bump}`)
  return { problems, notices, report }
}

/** The difference between an archived contract and the authored one, with places in the authored files. */
async function compareWithContract(root: string, archived: string): Promise<Report> {
  const near = (path: string) => relative('.', join(root, path)) || path
  return compare(await load(near(archived)), await load(near('spec/openapi.yaml')))
}

/** The version is stated twice, for readers of the contract and for npm. */
function versionProblems(root: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')) as { version: string }
  const stated = /^ {2}version: *(\S+)/m.exec(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8'))?.[1]
  return stated === version ? [] : [`spec/openapi.yaml says version ${stated}, spec/package.json ${version}`]
}

function draftProblem(version: string, { changes }: Report): string {
  return `The contract is not the one that is archived as ${version}, which is not released yet. \`pnpm release freeze\` archives it again.
${changes
  .slice(0, 10)
  .map(change => `  ${lineOf(change, change.class, change.message)}`)
  .join('\n')}`
}

/** Parts that are removed before their announced sunset. A major step does not allow that. */
function brokenPromises({ changes }: Report, today: string): string[] {
  return changes.flatMap(change =>
    change.sunset === undefined || change.sunset <= today
      ? []
      : [
          `A release before ${change.sunset} must keep this part, also with a major step:\n  ${lineOf(change, change.class, change.message)}`,
        ],
  )
}

/** The verdict and the sentence for callers, or those for importers of the types if these are affected more. */
function demandOf({ bump, changes }: Report, refused: readonly string[]): Demand {
  const reasons = changes.flatMap(change => {
    const { wire, types } = change.impact
    const seen = seenFrom(change, isLess(stepOf(wire), stepOf(types)) ? 'types' : 'wire')
    return seen ? [{ bump: stepOf(seen.class), text: lineOf(change, seen.class, seen.message) }] : []
  })
  const errors = refused.map(line => ({ bump: 'major' as const, text: `the compiler: ${line}` }))
  return {
    packages: [contractPackage],
    bump: refused.length > 0 ? 'major' : bump.types,
    reasons: [...reasons, ...errors],
  }
}

function lineOf(
  { file, line, operations, ruleId }: Change,
  verdict: Change['class'],
  sentence: string,
): string {
  const where = operations.length > 0 ? ` (${operations.join(', ')})` : ''
  return `${file}:${line}  ${verdict}: ${sentence}${where} [${ruleId}]`
}
