// `pnpm start`: serves the sample network, and builds the reference site beside it. A fresh clone installs only what these
// need, a tenth of what a contributor installs with `pnpm install`. Plain JavaScript without packages, for Node 20 too.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingNode, publishedNode, runsSources } from './node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const docs = join(root, 'packages/docs')
const site = join(docs, 'dist')
/** Has the fingerprint of the files that the last site was built from. */
const mark = join(root, 'node_modules/.cache/start')
const isWindows = process.platform === 'win32'
const env = {
  ...process.env,
  DO_NOT_TRACK: '1',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
}
const children = new Set()
let signalled = false

function start(command, args, options) {
  const child = spawn(command, args, { cwd: root, env, ...options })
  children.add(child.once('close', () => children.delete(child)))
  return child
}

/** Runs a program to its end, and returns its standard output. If it fails, all that it prints is in the error. */
async function run(command, args, options) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
    printed += text
  })
  // npm warns there of its own settings, also when it succeeds.
  child.stderr.setEncoding('utf8').on('data', text => {
    printed += text
  })
  const [code] = await once(child, 'close')
  if (code === 0) return output.trim()
  throw new Error(`${printed}\n"${[command, ...args].join(' ')}" ended with ${code}`)
}

// Elsewhere, since npx takes what is half installed here.
const npx = (...args) => run('npx', ['-y', ...args], { shell: isWindows, cwd: tmpdir() })

/** Runs the pnpm that runs this file. */
function pnpm(...args) {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: turbo does not run this file
  const path = process.env.npm_execpath ?? ''
  if (!/pnpm[\w.]*$/.test(path)) return npx('pnpm', '--dir', root, ...args)
  return /\.[cm]?js$/.test(path) ? run(process.execPath, [path, ...args]) : run(path, args)
}

/** Installs what some projects need to run. Each pull request checks the lockfile against the policies. */
const install = (...projects) =>
  pnpm(
    ...['install', '--prod', '--frozen-lockfile', '--trust-lockfile'],
    ...projects.flatMap(name => ['--filter-prod', `@trading-network/${name}...`]),
  )

/** Returns the Node that runs the sources: this one, or a published one if this one is too old. */
async function findNode() {
  if (runsSources()) return process.execPath
  const missing = missingNode()
  if (missing) throw new Error(missing)
  return npx(`--package=${publishedNode()}`, '--', 'node', '-p', 'process.execPath')
}

/** What is installed or made, and what is hidden. */
const LEFT_OUT = /(^|[\\/])(node_modules|\.\w+|dist|dist\.new|guides[\\/]client|server[\\/]site)$/

/** Returns the paths of the files below a folder. Node's own recursion would go through the links of pnpm. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return [path]
    return entry.isDirectory() && !LEFT_OUT.test(path) ? filesIn(path) : []
  })
}

/** Returns a hash of paths, sizes and modification times of what is served and shown. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const path of ['pnpm-lock.yaml', ...['packages', 'spec', 'examples'].flatMap(filesIn).sort()]) {
    const { size, mtimeMs } = statSync(join(root, path))
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Shows a page that loads itself again, until the site is built. Its folder is no site: `pnpm pack` refuses it. */
function announceSite() {
  const page =
    '<!doctype html><meta http-equiv="refresh" content="2"><title>Trading Network</title><p>This site is being built. It comes by itself.\n'
  mkdirSync(site, { recursive: true })
  for (const name of ['index.html', '404.html']) writeFileSync(join(site, name), page)
}

async function buildSite(node, isComplete) {
  if (isComplete) return pnpm('exec', 'turbo', 'run', 'build', '--filter', '@trading-network/docs')
  await install('server', 'docs')
  await run(node, ['src/build/client-reference.ts'], { cwd: docs })
  await run(node, ['src/build/build.ts'], { cwd: docs })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    signalled = true
    // Windows has no signals: it ends all programs of a console.
    if (!isWindows) for (const child of children) child.kill(signal)
  })

/** What a contributor installed stays complete. */
const isComplete = existsSync(join(root, 'node_modules/turbo'))
const current = fingerprint()
const hadSite = existsSync(join(site, 'search.json'))
const isCurrent = hadSite && existsSync(mark) && readFileSync(mark, 'utf8') === current

try {
  if (!isCurrent) process.stdout.write('Installing what the service needs ...\n')
  const installed = isCurrent || (isComplete ? pnpm('install') : install('server'))
  const [node] = await Promise.all([findNode(), installed])
  if (!hadSite) announceSite()
  if (!isCurrent) process.stdout.write('The reference site is built beside the service ...\n')
  // In a group of its own, Ctrl-C reaches it once: a second signal ends it at once.
  const service = start(node, ['packages/server/src/cli.ts', 'demo', ...process.argv.slice(2)], {
    stdio: 'inherit',
    detached: !isWindows,
  })
  service.once('close', code => {
    if (!existsSync(join(site, 'search.json'))) rmSync(site, { recursive: true, force: true })
    for (const child of children) child.kill()
    process.exit(code ?? 1)
  })
  if (!isCurrent) {
    await buildSite(node, isComplete)
    mkdirSync(join(mark, '..'), { recursive: true })
    writeFileSync(mark, current)
    process.stdout.write('The reference site is built.\n')
    if (!isComplete)
      process.stdout.write('For other commands, install everything once: npx -y pnpm install\n')
  }
} catch (error) {
  if (!signalled) process.stderr.write(`${error.message}\n`)
  // Without its site, the service goes on.
  if (children.size === 0) process.exit(1)
  if (!hadSite) rmSync(site, { recursive: true, force: true })
}
