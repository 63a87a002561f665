import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, compare } from '../diff/compare.ts'
import { type Reason, shortfall } from '../shortfall.ts'
import { archiveComparisons, archivePath, baseRelease } from './archive.ts'
import { compileConsumer } from './compile.ts'

const steps = {
  breaking: 'major',
  'may-break': 'minor',
  'non-breaking': 'minor',
  documentation: 'patch',
} as const

/**
 * Tests if the changesets declare the step that the contract's changes since the last stable release need.
 *
 * @param bundle The JSON bundle of the contract at hand.
 * @param today Day in UTC, such as `2026-11-22`.
 * @param judges The comparison of contracts, and the compiler of programs that use the released types, which returns errors.
 * @returns The problems, each a text for people.
 */
export async function gate(
  root: string,
  bundle: string,
  today = new Date().toISOString().slice(0, 10),
  judges = { compare, compile: compileConsumer },
): Promise<string[]> {
  const damage = archiveComparisons(root).flatMap(({ problems = [] }) => problems)
  if (damage.length > 0) return damage
  const archived = readFileSync(join(root, archivePath(baseRelease(root))), 'utf8')
  const changes = await judges.compare(JSON.parse(archived), JSON.parse(bundle))
  if (changes.length === 0) return []
  const reasons = reasonsOf(changes, await judges.compile(root, archived, bundle))
  // Changesets raises all packages that contain the contract together.
  const lack = await shortfall(root, '@trading-network/spec', reasons)
  return [...brokenPromises(changes, today), ...(lack === undefined ? [] : [lack])]
}

/** Parts that are removed before their announced sunset. A major step does not allow that. */
function brokenPromises(changes: readonly Change[], today: string): string[] {
  return changes
    .filter(({ sunset }) => sunset !== undefined && sunset > today)
    .map(
      change =>
        `A release before ${change.sunset} must keep this part, also with a major step:\n  ${lineOf(change)}`,
    )
}

/** What the comparison and the compiler ask for. The compiler decides about the types. */
function reasonsOf(changes: readonly Change[], errors: readonly string[]): Reason[] {
  return [
    ...changes.map(change => ({ bump: steps[change.class], text: lineOf(change) })),
    ...errors.map(line => ({ bump: 'major' as const, text: `the compiler: ${line}` })),
  ]
}

function lineOf({ class: verdict, message, place }: Change): string {
  return `${verdict}: ${message} (${place})`
}
