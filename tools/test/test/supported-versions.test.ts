import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../src/run.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/supported-versions.md')

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly engines?: { readonly node?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifest = (path: string) => JSON.parse(read(path)) as Manifest
const published = globSync('{packages,tools}/*/package.json', { cwd: root })
  .map(path => ({ folder: join(path, '..'), ...manifest(path) }))
  .filter(each => !each.private)

const rows = new Map(
  [...page.matchAll(/^\| `(\S+?)` *\| *(\S*) *\| *([^|]*?) *\| *([^|]*?) *\|$/gm)].map(
    ([, name = '', node, typescript = '', others = '']) => [name, { node, typescript, others }],
  ),
)

it('the page names every published package with its engines', () => {
  expect(published.length).toBeGreaterThan(4)
  expect(Object.fromEntries([...rows].map(([name, { node }]) => [name, node]))).toEqual(
    Object.fromEntries(published.map(({ name, engines }) => [name, engines?.node])),
  )
})

describe.each(['types', 'fetch'])('the page says of %s', name => {
  const { devDependencies = {} } = manifest(`packages/${name}/package.json`)
  const row = rows.get(`@trading-network/${name}`)

  it('the TypeScripts that its tests compile with', () => {
    const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> }
    const compilers = Object.entries(devDependencies).filter(([key]) => key.startsWith('typescript'))
    const versions = compilers.map(([, version]) => (version === 'catalog:' ? catalog.typescript : version))
    const minors = versions.map(version => /~(\d+\.\d+)/.exec(version ?? '')?.[1]?.replace(/\.0$/, ''))
    expect(row?.typescript.split(', ')).toEqual(minors.sort())
  })
})

it('the page names the runtimes that the packed client is tried on, and so does the README', () => {
  const source = read('packages/fetch/test/runtimes.ts')
  const [, list = ''] = /export const runtimes[^{]*=> \(\{([\s\S]*?)\n\}\)/.exec(source) ?? []
  const names = [...list.matchAll(/^ {2}'?([A-Za-z][\w ]*?)'?:/gm)].map(([, name = '']) => name)
  const nodes = names.filter(name => name.startsWith('Node ')).map(name => name.slice(5))
  const others = names.filter(name => !name.startsWith('Node '))
  expect(nodes.length).toBeGreaterThan(2)
  expect(page).toContain(`Node ${nodes.slice(0, -1).join(', ')} and ${nodes.at(-1)}`)
  expect(rows.get('@trading-network/fetch')?.others.split(', ').sort()).toEqual([...others].sort())
  const readme = read('packages/fetch/README.md')
  expect(readme).toContain(`Node ${nodes[0]} to ${nodes.at(-1)}`)
  for (const name of others) expect(readme).toContain(name)
})

it('the majors of PostgreSQL are those of the tests, of CI and of the documents', () => {
  const dependencies = {
    ...manifest('tools/test/package.json').dependencies,
    ...(JSON.parse(read('tools/test/majors/package.json')) as { dependencies: object }).dependencies,
  } as Record<string, string>
  const majors = Object.entries(dependencies)
    .filter(([name]) => /^(embedded-)?postgres/.test(name))
    .map(([, version]) => /(\d+)\.\d+\.\d/.exec(version)?.[1] ?? '')
    .sort()
  const [oldest, newest] = [majors[0], majors.at(-1)]
  expect(page).toContain(`${majors.slice(0, -1).join(', ')} and ${newest}.`)
  expect(read('tools/test/src/postgres-majors.ts')).toContain(
    `[${majors.map(each => `'${each}'`).join(', ')}]`,
  )
  // The newest is the one of the test job.
  expect(read('.github/workflows/ci.yml')).toContain(`major: [${majors.slice(0, -1).join(', ')}]`)
  for (const document of ['README.md', 'packages/docs/guides/guides/9-postgresql.md'])
    expect(read(document), document).toMatch(new RegExp(`${oldest} or later`))
})

it('the Node of the workspace is the one that engines are compared with, and CI starts from the oldest', () => {
  const workspace = parse(read('pnpm-workspace.yaml')) as { nodeVersion: string }
  const { devDependencies, engines } = manifest('package.json')
  expect(workspace.nodeVersion).toBe(devDependencies?.node)
  expect(page).toContain(`(${workspace.nodeVersion})`)
  const oldest = engines?.node?.slice(2)
  expect(page).toContain(`Node ${oldest} or later and npm`)
  expect(read('README.md')).toContain(`Node ${oldest} or later`)
  expect(read('.github/workflows/ci.yml')).toContain(`node-version: ${oldest}`)
})
