import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Report } from '@trading-network/spec-diff'

const run = promisify(execFile)

/** Rules of redocly that are known to call safe changes major, with the reason. */
const known: Record<string, string> = {
  'parameter-removed': 'it pairs parameters by likeness: a rewritten description reads as a removal',
  'server-removed': 'a server that is gone may break, by our policy',
  'operation-id-changed': 'names are for the types surface',
  'parameter-style-changed': 'a default that is written out changes nothing',
  'parameter-explode-changed': 'a default that is written out changes nothing',
  'all-of-changed': 'we compare the merged schema',
}

interface Finding {
  ruleId?: string
  rule?: string
  impact?: string
  message?: string
}

/**
 * What redocly's own comparison calls major and ours does not call breaking at all. It is experimental: when it fails or
 * answers in another shape, that is a notice and no problem.
 */
export async function secondOpinion(base: string, revision: string, report: Report, root: string) {
  if (report.bump.wire === 'major') return { problems: [], notices: [] }
  try {
    const args = ['diff', base, revision, '--format', 'json', '--fail-on', 'none']
    const { stdout } = await run('redocly', args, {
      cwd: root,
      maxBuffer: 1e8,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    })
    const findings = findingsOf(JSON.parse(stdout.slice(stdout.indexOf('{'))))
    const majors = findings.filter(({ impact }) => impact === 'major')
    const unknown = majors.filter(({ ruleId, rule }) => known[ruleId ?? rule ?? ''] === undefined)
    return {
      problems: unknown.map(
        each => `redocly calls this major: ${each.ruleId ?? each.rule}: ${each.message ?? ''}`,
      ),
      notices: [],
    }
  } catch (error) {
    return {
      problems: [],
      notices: [`redocly diff gave no opinion: ${(error as Error).message.split('\n')[0]}`],
    }
  }
}

function findingsOf(answer: unknown): Finding[] {
  const { changes, diff, results } = answer as Record<string, unknown>
  const list = changes ?? diff ?? results
  if (!Array.isArray(list)) throw new Error('its answer has another shape')
  return list as Finding[]
}
