import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createClient } from '@trading-network/fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localServer } from './local-server.ts'
import { output, type Stranger, stranger } from './packed.ts'
import { installRuntimes, jest, nodes, runtimes } from './runtimes.ts'
import { type SampleNetwork, sampleNetwork } from './sample-network.ts'

/** `pnpm long whole` takes every compiler, setting and runtime, other tests the oldest compiler, this Node and a browser. */
const compilers = process.env.LONG_RUN ? ['typescript-5.4', 'typescript', 'typescript-7'] : ['typescript-5.4']

let project: Stranger
let network: SampleNetwork

beforeAll(async () => {
  ;[project, network] = await Promise.all([stranger(), sampleNetwork(200), installRuntimes()])
})

afterAll(async () => {
  await network?.close()
  await project?.remove()
})

/** The compilers that consumers may use, called by path: which of them owns the name `tsc` is not defined. */
const require = createRequire(import.meta.url)
const compile = (compiler: string, ...args: string[]) =>
  output(
    process.execPath,
    [join(dirname(require.resolve(`${compiler}/package.json`)), 'bin/tsc'), ...args],
    project.folder,
  )
const strict = [
  '--noEmit',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--target',
  'es2022',
  // Without the types that compilers before 7 find by themselves: those of React, which only `raw.ts` needs.
  '--typeRoots',
  'none',
]
const ofTypes = ['types/nine-calls.ts', 'types/surface.ts', 'types/mistakes.ts']
const fromModules = ['nine-calls.ts', 'surface.ts', 'mistakes.ts', ...ofTypes]
const fromCommonJs = ['surface.ts', 'mistakes.ts', ...ofTypes].map(program => `commonjs/${program}`)
/** Of the resolutions of Node, it allows the least. The budget below compiles with `nodenext`. */
const ofNode = [
  'node16',
  ['--module', 'node16', '--skipDefaultLibCheck'],
  [...fromModules, ...fromCommonJs],
] as const
const settings = [
  // Without checking declarations, which takes seconds for those of React. The others check ours.
  [
    'bundler',
    ['--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck'],
    [...fromModules, 'raw.ts'],
  ],
  ofNode,
  // The compilers before 7 ignore `exports` with it, and read `types` and `typesVersions`.
  ['commonjs', ['--module', 'commonjs', '--skipDefaultLibCheck'], fromCommonJs],
] as const

describe('a stranger who installs the tarballs', () => {
  describe.each(compilers)('compiles with %s', compiler => {
    it.each(process.env.LONG_RUN ? settings : [ofNode])('and %s', async (_, flags, programs) => {
      expect(await compile(compiler, ...strict, ...flags, ...programs)).toBe('')
    })
  })

  it.runIf(process.env.LONG_RUN)('compiles without strict', async () => {
    const flags = [...strict, '--strict', 'false', '--exactOptionalPropertyTypes', 'false']
    expect(
      await compile('typescript', ...flags, '--module', 'nodenext', '--skipDefaultLibCheck', ...ofTypes),
    ).toBe('')
  })

  it.each(compilers)('pays less than 200 type instantiations for nine calls (%s)', async compiler => {
    const report = await compile(
      compiler,
      ...strict,
      '--module',
      'nodenext',
      '--skipDefaultLibCheck',
      '--extendedDiagnostics',
      // Checkers in parallel count some types twice.
      ...(compiler === 'typescript-7' ? ['--singleThreaded'] : []),
      'nine-calls.ts',
    )
    const instantiations = Number(/Instantiations:\s+(\d+)/.exec(report)?.[1])
    expect(instantiations).toBeGreaterThan(0)
    expect(instantiations).toBeLessThan(200)
  })

  it('calls all nine operations of the service', async () => {
    const client = createClient({ baseUrl: network.baseUrl })
    const triggered = client.listStopOrders({ 'filter.statuses': ['STATUS_TRIGGERED'] })
    const [record] = (await triggered.collect({ limit: 1 })).items
    const { partyId, marketId, orderId } = record!.stopOrder
    const program = [network.baseUrl, partyId, marketId, orderId]
    const printed = await output(process.execPath, ['nine-calls.ts', ...program], project.folder)
    const fields: unknown[] = JSON.parse(printed)
    expect(fields).toHaveLength(9)
    expect(fields.at(-1)).toBe(orderId)
  })
})

describe('the packed client runs in', () => {
  it.for(Object.keys(runtimes()))('%s', async (name, context) => {
    const runtime = runtimes()[name]
    const elsewhere = process.platform !== 'linux' || process.arch !== 'x64'
    if (!runtime && elsewhere) context.skip('there is no package for this platform')
    const accounts = await createClient({ baseUrl: network.baseUrl }).listAccounts().collect()
    const loop = await localServer(
      (response, { url }) =>
        response.writeHead(302, { location: url, 'access-control-allow-origin': '*' }).end(),
      context.onTestFinished,
    )
    expect(JSON.parse(await runtime!(project.folder, network.baseUrl, loop.baseUrl))).toEqual({
      page: 3,
      walked: accounts.items.length,
      collected: [7, true],
      refused: [true, 404, 5],
      aborted: 'left',
      lost: true,
      late: true,
      followed: ['state', accounts.items.length],
      example: true,
    })
    // Twenty redirects are the maximum of the Fetch Standard; Bun follows 126. A second attempt would follow them all again.
    expect(loop.requests.length).toBeLessThanOrEqual(name === 'Bun' ? 127 : 22)
  })
})

describe('CommonJS', () => {
  const run = async (node: string, ...flags: string[]) =>
    JSON.parse(await output(node, [...flags, 'commonjs/required.cjs'], project.folder))
  const results = { price: '100', refused: [true, 404], accounts: true }

  it.for(Object.entries(nodes()))('in %s shares its classes with ES modules', async ([, node], context) => {
    if (!node) return context.skip('there is no package for this platform')
    expect(await run(node)).toEqual({ ...results, oneClass: true })
  })

  it.runIf(process.env.LONG_RUN)('works in the tests of Jest', async () => {
    const args = [
      jest(),
      '--rootDir',
      'commonjs',
      '--testMatch',
      '**/jest.cjs',
      '--ci',
      '--json',
      '--cacheDirectory',
      'cache',
    ]
    const { numPassedTests } = JSON.parse(await output(process.execPath, args, project.folder))
    expect(numPassedTests).toBe(2)
  })

  it('works without require(esm)', async () => {
    expect(await run(process.execPath, '--no-experimental-require-module')).toMatchObject(results)
  })
})
