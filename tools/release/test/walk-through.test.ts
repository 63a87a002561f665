import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Changelog } from '../src/changelog.ts'
import { packagesOf } from '../src/gate.ts'
import { type Repository, throwAwayRepository } from './throw-away.ts'

let repository: Repository
/** The contract's version before the change, and the one after it. */
let before: string
let after: string

beforeAll(async () => {
  repository = await throwAwayRepository()
})

afterAll(() => repository.remove())

const cli = 'tools/release/src/cli.ts'
const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(repository.folder, path), text)
const gate = () => repository.run('pnpm', 'exec', 'node', cli, 'gate')

/** One release after the other; each step stands on the one before it. */
describe('a release, from a change of the contract to an empty difference', () => {
  it('releases what waits first', async () => {
    const { code, output } = await repository.run('pnpm', 'release', 'version')
    expect(code, output).toBe(0)
    await repository.commit()
    const newest = JSON.parse(read('spec/released/index.json')).at(-1)
    expect(newest).not.toHaveProperty('draft')
    before = newest.version
    after = before.replace(/\.(\d+)\.\d+$/, (_, minor) => `.${Number(minor) + 1}.0`)
    expect((await gate()).code).toBe(0)
  })

  it('refuses a parameter that no changeset speaks of, and says where and what to add', async () => {
    const parameter = `      - name: filter.origin
        in: query
        description: Leaves out accounts of every other origin.
        x-tn-provenance: kit-decision
        schema: { type: string }
        example: abc
`
    const path = 'spec/resources/listAccounts.yaml'
    write(path, read(path).replace(/^( {4}parameters:\n)/m, `$1${parameter}`))
    const line =
      read(path)
        .split('\n')
        .findIndex(each => each.includes('filter.origin')) + 1
    const { code, output } = await gate()
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/spec needs a minor changeset; none names it')
    expect(output).toContain('`filter.origin` may be given (GET /api/v2/accounts) [optional-parameter-added]')
    expect(output).toContain(`${path}:${line}`)
    expect(output).toContain('"@trading-network/types": minor')
  })

  it('refuses a changeset that declares too little', async () => {
    write('.changeset/origin.md', changeset('patch'))
    const { code, output } = await gate()
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/spec needs a minor changeset; patch is declared')
  })

  it('passes with a changeset that declares enough', async () => {
    write('.changeset/origin.md', changeset('minor'))
    const { code, output } = await gate()
    expect(code, output).toBe(0)
  })

  it('releases it in one command', async () => {
    expect((await repository.run('pnpm', 'gen')).code).toBe(0)
    const { code, output } = await repository.run('pnpm', 'release', 'version')
    expect(code, output).toBe(0)
    expect(read('spec/openapi.yaml')).toContain(`  version: ${after}`)
    const versions = (JSON.parse(read('spec/released/index.json')) as { version: string }[]).map(
      ({ version }) => version,
    )
    expect(versions.slice(-2)).toEqual([before, after])
    expect(existsSync(join(repository.folder, '.changeset/origin.md'))).toBe(false)
    const { operations, bump, date } = JSON.parse(read(`spec/changelog/${after}.json`)) as Changelog
    expect(bump).toEqual({ wire: 'minor', types: 'minor' })
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(operations).toMatchObject([
      {
        operation: 'GET /api/v2/accounts',
        operationId: 'listAccounts',
        changes: [{ rest: '`filter.origin` may be given' }],
      },
    ])
    expect(read(`spec/changelog/${after}.md`)).toContain(`# ${before} → ${after}`)
  })

  it('finds no difference from then on', async () => {
    await repository.commit()
    const { output } = await repository.run(
      'pnpm',
      'exec',
      'spec-diff',
      'compare',
      `spec/released/${after}.json`,
      'spec/openapi.yaml',
      '--fail-on',
      'documentation',
    )
    expect(output).toContain('No difference that anybody can see.')
    expect((await gate()).code).toBe(0)
    expect((await repository.run('pnpm', 'gen', '--check')).code).toBe(0)
  })

  it('notices a released contract that was edited, and one that is gone from the index', async () => {
    const archived = read(`spec/released/${before}.json`)
    appendFileSync(join(repository.folder, `spec/released/${before}.json`), ' ')
    expect((await gate()).output).toContain(`spec/released/${before}.json is not the file that was archived`)
    write(`spec/released/${before}.json`, archived)
    const index = JSON.parse(read('spec/released/index.json')) as object[]
    write('spec/released/index.json', JSON.stringify(index.slice(-1)))
    const { output } = await gate()
    expect(output).toContain(`the line of ${after} or one before it was edited`)
    expect(output).toContain(`the line of ${before}, which HEAD has, is gone`)
  })
})

function changeset(bump: string): string {
  const names = Object.values(packagesOf).flat()
  return `---\n${names.map(name => `"${name}": ${bump}\n`).join('')}---\n\nAccounts can be narrowed by origin.\n`
}
