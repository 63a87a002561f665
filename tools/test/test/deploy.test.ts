import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../../../packages/server/src/commands/failure.ts'
import { RecordError } from '../../../packages/server/src/ingest/record-error.ts'
import { root, run } from '../src/run.ts'

const units = globSync('deploy/*.service', { cwd: root }).sort()

/** The settings of a unit, by section. */
function sections(text: string): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {}
  let section = ''
  for (const line of text.split('\n').filter(line => line !== '' && !line.startsWith('#'))) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined && key === undefined) throw new Error(`neither section nor setting: ${line}`)
    if (name !== undefined) section = name
    else found[section] = { ...found[section], [String(key)]: String(value) }
  }
  return found
}

describe('units for systemd', () => {
  it('are found', () => {
    expect(units).toEqual(['deploy/trading-network-ingest.service', 'deploy/trading-network-serve.service'])
  })

  it.each(units)('%s runs a command that there is, without rights that it does not need', async unit => {
    const { Service: service = {} } = sections(readFileSync(join(root, unit), 'utf8'))
    const [program, command = '', ...words] = service.ExecStart?.split(' ') ?? []
    expect(program).toMatch(/\/trading-network$/)
    const { output } = await run(process.execPath, ['packages/server/src/cli.ts', command, '--help'])
    for (const option of words.filter(word => word.startsWith('-'))) expect(output).toContain(option)
    expect(service).toMatchObject({
      User: expect.not.stringMatching(/^(root|0|)$/),
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
    })
  })

  it('do not start again and again: not after wrong events, and not for ever', () => {
    const [ingest] = units.map(unit => sections(readFileSync(join(root, unit), 'utf8')))
    const { StartLimitIntervalSec: seconds, StartLimitBurst: starts } = ingest?.Unit ?? {}
    const { RestartSec: pause, RestartPreventExitStatus: never } = ingest?.Service ?? {}
    expect(never).toBe(String(exitCode(new RecordError({ unit: 'line', number: 1 }, 'wrong'))))
    // The limit is reached by starts that fail at once.
    expect(Number(starts) * (Number(pause) + 1)).toBeLessThan(Number(seconds))
  })

  it('let only the writer write, and start it first', () => {
    const [ingest, serve] = units.map(unit => sections(readFileSync(join(root, unit), 'utf8')))
    expect(ingest?.Service).toMatchObject({ StateDirectory: 'trading-network', PrivateNetwork: 'yes' })
    expect(serve?.Service?.ReadOnlyPaths).toBe('/')
    expect(Object.keys(serve?.Service ?? {})).not.toContain('StateDirectory')
    expect(serve?.Unit?.After).toContain('trading-network-ingest.service')
  })

  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!analyze).each(units)('%s is one that systemd takes', unit => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', join(root, unit)], { encoding: 'utf8' })
    // The program need not be installed here.
    const complaints = stderr
      .split('\n')
      .filter(line => line.includes(unit) && !/not executable|No such file/.test(line))
    expect(complaints).toEqual([])
  })
})
