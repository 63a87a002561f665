import { readFile } from 'node:fs/promises'
import { bumpsOf } from './compare.ts'
import { asArray, asObject, isObject } from './load/json.ts'
import { InputError, parse } from './load/parse.ts'
import type { Report } from './report.ts'
import { type Class, classes } from './rules/rule.ts'
import { ruleOf, ruleTable } from './rules/table.ts'

/** Decisions of a project on findings. */
export interface Config {
  /** The class of a rule's changes on both surfaces, by rule. */
  severity: Record<string, Class>
  accepted: { fingerprint: string; reason: string; expires: string }[]
}

/**
 * Reads a configuration file, YAML or JSON.
 *
 * @throws InputError for a file that is missing or malformed, an unknown rule, or an entry without a reason or a date.
 */
export async function readConfig(file: string): Promise<Config> {
  const fail = (problem: string) => new InputError(`${file}: ${problem}`)
  const text = await readFile(file, 'utf8').catch(error => {
    throw new InputError(`cannot read ${file}: ${(error as Error).message}`)
  })
  const content = parse(text, file)
  if (!isObject(content)) throw fail('a configuration has members')
  const { severity, accepted, ...unknown } = content
  for (const key of Object.keys(unknown)) throw fail(`nothing is named ${key}`)
  for (const [id, verdict] of Object.entries(asObject(severity))) {
    if (!ruleTable.some(rule => rule.id === id)) throw fail(`no rule is named ${id}`)
    if (!classes.includes(verdict as Class))
      throw fail(`the severity of ${id} is none of ${classes.join(', ')}`)
  }
  for (const { fingerprint, reason, expires } of asArray(accepted).map(asObject)) {
    if (typeof fingerprint !== 'string' || typeof reason !== 'string' || reason === '')
      throw fail('an accepted finding needs a fingerprint and a reason')
    if (!/^\d{4}-\d\d-\d\d$/.test(String(expires)))
      throw fail(`${fingerprint} needs a date \`expires\`, such as 2027-01-31`)
  }
  return { severity: asObject(severity), accepted: asArray(accepted) } as unknown as Config
}

/**
 * The report after the decisions: an accepted finding is rated as documentation and keeps its reason.
 *
 * @param today As `2026-11-22`.
 * @throws InputError for an accepted finding that has expired or that the report does not have.
 */
export function decided(report: Report, config: Config, today: string): Report {
  const known = new Set(report.changes.map(({ fingerprint }) => fingerprint))
  for (const { fingerprint, expires } of config.accepted) {
    if (!known.has(fingerprint))
      throw new InputError(`the accepted finding ${fingerprint} no longer applies: remove its entry`)
    if (expires < today) throw new InputError(`the accepted finding ${fingerprint} expired on ${expires}`)
  }
  const reasons = new Map(config.accepted.map(({ fingerprint, reason }) => [fingerprint, reason]))
  const changes = report.changes.map(change => {
    const accepted = reasons.get(change.fingerprint)
    const rated = accepted === undefined ? config.severity[ruleOf(change.ruleId).id] : 'documentation'
    if (rated === undefined) return change
    const { wire, types } = change.impact
    const impact = { wire: wire && rated, types: types && rated }
    return { ...change, class: rated, impact, ...(accepted === undefined ? {} : { accepted }) }
  })
  return { ...report, changes, ...bumpsOf(changes) }
}
