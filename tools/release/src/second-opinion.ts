import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Report } from '@trading-network/spec-diff'

const run = promisify(execFile)
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * One change as `redocly diff` reports it. Its format is experimental, so this type has only the fields that we use.
 */
interface Finding {
  path: string
  kind: string
  base?: { value?: unknown }
  revision?: { value?: unknown }
  verdicts: { ruleId: string; impact: string; message: string }[]
}

/**
 * The changes that redocly's comparison calls major and ours does not call breaking. Redocly's is experimental: if it
 * fails or changes its output format, that is a notice, not a problem.
 *
 * @param base The archived bundle, from the root of the repository.
 * @param revision The bundle at hand.
 */
export async function secondOpinion(root: string, base: string, revision: string, report: Report) {
  if (report.bump.wire === 'major') return { problems: [], notices: [] }
  try {
    const args = [
      redocly,
      'diff',
      join(root, base),
      join(root, revision),
      '--format',
      'json',
      '--fail-on',
      'none',
    ]
    // Elsewhere, because the repository's own configuration for lint switches the rules of diff off.
    const { stdout } = await run(process.execPath, args, { cwd: tmpdir(), maxBuffer: 1e8, env })
    return { problems: disagreements(JSON.parse(stdout) as { changes: Finding[] }), notices: [] }
  } catch (error) {
    return {
      problems: [],
      notices: [`redocly diff gave no opinion: ${(error as Error).message.split('\n')[0]}`],
    }
  }
}

/** Redocly's major verdicts, except for its known mistakes. */
function disagreements({ changes }: { changes: Finding[] }): string[] {
  const majors = changes.filter(({ verdicts }) => verdicts.some(({ impact }) => impact === 'major'))
  const unexplained = majors.filter(finding => !isKnownMistake(finding, changes))
  return unexplained.flatMap(({ verdicts }) =>
    verdicts.map(
      ({ ruleId, message }) =>
        `redocly calls this major, and our comparison does not: ${message} [${ruleId}]`,
    ),
  )
}

/** By our policy these do not break the wire: removed servers may break, and names matter to importers of the types. */
const byPolicy = ['server-removed', 'operation-id-changed']

function isKnownMistake(finding: Finding, changes: readonly Finding[]): boolean {
  const rules = finding.verdicts.map(({ ruleId }) => ruleId)
  if (rules.every(rule => byPolicy.includes(rule))) return true
  // The contract now writes out a default.
  if (rules.every(rule => rule === 'parameter-serialization-changed')) return true
  // It pairs parameters by similarity. A parameter with a new text counts as removed and added.
  if (rules.every(rule => rule === 'parameter-removed')) {
    const list = finding.path.replace(/\/[^/]*$/, '')
    const name = nameOf(finding.base?.value)
    return changes.some(
      each => each.kind === 'added' && each.path.startsWith(list) && nameOf(each.revision?.value) === name,
    )
  }
  // It compares the members of an allOf one by one. Only their combination matters.
  return JSON.stringify([finding.base?.value, finding.revision?.value, finding.path]).includes('allOf')
}

function nameOf(parameter: unknown): unknown {
  return (parameter as { name?: unknown } | undefined)?.name
}
