import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { metricsTable } from '../../../packages/docs/src/guides/metrics.ts'
import { root } from '../src/run.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: object
}

const FOLDER = join(root, 'packages/server/deploy/prometheus')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { groups } = parse(read('packages/server/deploy/prometheus/alerts.yaml')) as {
  groups: { rules: Rule[] }[]
}
const rules = groups.flatMap(group => group.rules)

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' })
const hasPromtool = !promtool('--version').error
if (!hasPromtool)
  process.stderr.write(
    '\nNOT TESTED: packages/server/deploy/prometheus with Prometheus, since promtool is not installed\n\n',
  )

/** Returns the names of our own metrics in a text, without the suffixes of a histogram. */
function metricsIn(text: string): string[] {
  return (text.match(/trading_network_\w+/g) ?? []).map(name => name.replace(/_(bucket|count)$/, ''))
}

describe('packages/server/deploy/prometheus/alerts.yaml', () => {
  it.skipIf(!hasPromtool)('has valid rules', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', 'alerts.yaml')
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })

  it.skipIf(!hasPromtool)('fires for bad series, and not for good ones', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yaml')
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })

  it('has a firing series for each rule', () => {
    const fired = read('packages/server/deploy/prometheus/alerts.test.yaml').match(/(?<=alertname=")\w+/g)
    expect(fired).toEqual(rules.map(({ alert }) => alert))
  })

  it.each(rules)('$alert has its cause and its fix, which the guide lists', ({ annotations }) => {
    expect(annotations).toEqual({
      summary: expect.any(String),
      cause: expect.any(String),
      fix: expect.any(String),
    })
  })
})

it.each(['packages/server/deploy/prometheus/alerts.yaml', 'packages/server/deploy/grafana/dashboard.json'])(
  '%s uses metrics that exist',
  file => {
    const known = new Set(metricsTable().match(/(?<=^\| `)trading_network_\w+/gm))
    const used = metricsIn(read(file))
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter(name => !known.has(name))).toEqual([])
  },
)
