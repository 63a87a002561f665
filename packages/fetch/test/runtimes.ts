import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '@trading-network/test/browser'
import { build } from 'esbuild'
import { output } from './packed.ts'

const home = fileURLToPath(new URL('runtimes/', import.meta.url))
const require = createRequire(join(home, 'package.json'))

/** Imports one of the runtimes' packages, which are installed later than this is compiled. */
const load = <Package>(name: string): Promise<Package> => import(require.resolve(name))

/** The little of miniflare that is used here. */
interface MiniflarePackage {
  Miniflare: new (options: {
    modules: boolean
    script: string
    compatibilityDate: string
    bindings: Record<string, string>
  }) => { dispatchFetch(url: string): Promise<Response>; dispose(): Promise<void> }
}

/** Runs the check of `runtimes/check.mjs` in a folder that has the packed client, and gives what it printed. */
type Runtime = (folder: string, baseUrl: string, loopUrl: string) => Promise<string>

/** Installs the runtimes of a long run; they are not of the workspace. */
export const installRuntimes = async (): Promise<void> => {
  if (!process.env.LONG_RUN) return
  await output('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], home)
}

/** The program of Jest. */
export const jest = (): string => join(home, 'node_modules/jest/bin/jest.js')

/** A binary that is installed; nothing where it is for another platform. pnpm installs Node's everywhere. */
const installed = (path: string): string | undefined => {
  const program = join(home, 'node_modules', path)
  const isElsewhere = path.startsWith('node-') && `${process.platform} ${process.arch}` !== 'linux x64'
  return isElsewhere || !existsSync(program) ? undefined : program
}

/** The Node that runs the tests: 24 on Linux. */
const OWN = `Node ${process.versions.node.split('.')[0]}`

/** The binaries of Node, by name; nothing for those of another platform. */
export const nodes = (): Record<string, string | undefined> => ({
  ...(process.env.LONG_RUN && {
    'Node 20': installed('node-20/bin/node'),
    'Node 22': installed('node-22/bin/node'),
    'Node 26': installed('node-26/bin/node'),
  }),
  [OWN]: process.execPath,
})

/** A runtime whose binary is a package of this platform; nothing where the platform has none. */
const binary = (path: string, ...args: string[]): Runtime | undefined => {
  const program = installed(path)
  return program ? (folder, ...urls) => output(program, [...args, 'print.mjs', ...urls], folder) : undefined
}

/** One file for a runtime that reads no packages, with nothing of Node in it. */
const bundled = async (folder: string, entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    absWorkingDir: folder,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const worker: Runtime = async (folder, baseUrl, loopUrl) => {
  const { Miniflare } = await load<MiniflarePackage>('miniflare')
  const script = await bundled(folder, 'worker.mjs')
  const compatibilityDate = '2026-01-01'
  const bindings = { BASE_URL: baseUrl, LOOP_URL: loopUrl }
  const runtime = new Miniflare({ modules: true, script, compatibilityDate, bindings })
  try {
    return await (await runtime.dispatchFetch('http://worker.test/')).text()
  } finally {
    await runtime.dispose()
  }
}

const chromium: Runtime = async (folder, ...urls) => {
  const script = await bundled(folder, 'page.mjs')
  const browser = await openBrowser()
  // A page has an origin of its own, as pages have: the service must allow it and the client must need no more.
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.addScriptTag({ type: 'module', content: script })
    return JSON.stringify(await page.evaluate(`globalThis.check(...${JSON.stringify(urls)})`))
  } finally {
    await browser.close()
    server.close()
  }
}

/** Where the packed client is proven to run; by its own package, or because this process runs there. */
export const runtimes = (): Record<string, Runtime | undefined> => ({
  ...(process.env.LONG_RUN && {
    'Node 20': binary('node-20/bin/node'),
    'Node 22': binary('node-22/bin/node'),
    'Node 26': binary('node-26/bin/node'),
    Deno: binary('.bin/deno', 'run', '--allow-net', '--node-modules-dir=manual'),
    Bun: binary('bun/bin/bun'),
    workerd: worker,
  }),
  [OWN]: (folder, ...urls) => output(process.execPath, ['print.mjs', ...urls], folder),
  Chromium: chromium,
})
