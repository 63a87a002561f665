import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'spec-diff-sources-'))
const script = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
afterAll(() => rmSync(folder, { recursive: true }))

const contract = (values: string) => `openapi: 3.2.0
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    query:
      operationId: findBooks
      parameters: [{ name: genre, in: query, schema: { $ref: 'genre.yaml' } }]
      responses: { 200: { description: Books., content: { application/jsonl: { itemSchema: { type: object } } } } }
# ${values}
`
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
    cwd: folder,
    stdio: 'pipe',
  })

function command(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
  })
  return { code: status, output: stdout, errors: stderr }
}

const hasGit = spawnSync('git', ['--version']).status === 0

describe('documents of OpenAPI 3.2', () => {
  write('new.yaml', contract('new'))
  write('genre.yaml', 'type: string\nenum: [essay, novel]\n')

  it.skipIf(!hasGit)('come from a revision in git, with the files that they refer to', () => {
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'First')
    write('genre.yaml', 'type: string\nenum: [novel]\n')
    const { code, output } = command(['compare', 'HEAD:new.yaml', 'new.yaml', '--fail-on', 'breaking'])
    expect(code).toBe(1)
    expect(output).toContain('worked before, is refused now: QUERY /books ?genre=essay')
    expect(command(['compare', 'nowhere:new.yaml', 'new.yaml']).code).toBe(2)
  })

  it('come from standard input', () => {
    const text = contract('old').replace('$ref: genre.yaml', 'type: string')
    const { code, output } = command(['compare', '-', '-'], text)
    expect([code, output]).toEqual([2, ''])
    expect(command(['compare', '-', 'new.yaml'], contract('old')).output).toContain('No difference')
  })

  it('may not refer to an address', () => {
    write('remote.yaml', contract('').replace("'genre.yaml'", "'https://example.org/genre.yaml'"))
    const { code, errors } = command(['compare', 'remote.yaml', 'remote.yaml'])
    expect(code).toBe(2)
    expect(errors).toContain('remote references are not fetched')
  })
})

describe('decisions on findings', () => {
  write('wide.json', JSON.stringify(books(['essay', 'novel'])))
  write('narrow.json', JSON.stringify(books(['novel'])))
  const compare = (config: string) => {
    write('spec-diff.yaml', config)
    return command([
      'compare',
      'wide.json',
      'narrow.json',
      '--config',
      'spec-diff.yaml',
      '--format',
      'json',
      '--fail-on',
      'breaking',
    ])
  }

  it('accept a finding until a date, with a reason', () => {
    const [{ fingerprint }] = JSON.parse(compare('severity: {}').output).changes
    const accepted = (expires: string) =>
      compare(
        `accepted:\n  - { fingerprint: ${fingerprint}, reason: Nobody sends it., expires: "${expires}" }`,
      )
    const { code, output } = accepted('2999-01-31')
    expect(code).toBe(0)
    expect(JSON.parse(output)).toMatchObject({
      bump: { wire: 'patch' },
      changes: [{ accepted: 'Nobody sends it.' }],
    })
    expect(accepted('2020-01-31').errors).toContain('expired on 2020-01-31')
  })

  it('refuse an entry that no longer applies', () => {
    const { code, errors } = compare(
      'accepted:\n  - { fingerprint: abc, reason: Old., expires: "2999-01-31" }',
    )
    expect(code).toBe(2)
    expect(errors).toContain('the accepted finding abc no longer applies: remove its entry')
  })

  it('give a rule another severity', () => {
    expect(compare('severity: { enum-value-removed: may-break }').code).toBe(0)
    expect(compare('severity: { enum-removed: may-break }').errors).toContain('no rule is named enum-removed')
  })
})

it('tells its version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(command(['--version']).output.trim()).toBe(version)
})

function books(values: string[]) {
  const parameters = [{ name: 'genre', in: 'query', schema: { type: 'string', enum: values } }]
  const get = { parameters, responses: { 200: { description: 'Books.' } } }
  return { openapi: '3.1.0', info: { title: 'Books', version: '1.0.0' }, paths: { '/books': { get } } }
}
