import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Cluster } from '@trading-network/test/postgres'

// One `ingest` into a file with a mirror in PostgreSQL, two `serve`, one for each, and HAProxy in front, on this machine.
// Both give the same responses. Ctrl-C ends all of them, and removes the data. In production each command runs on its own machine; `packages/server/deploy/` has units for systemd.
const [port = '8080'] = process.argv.slice(2)
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const command = file('../../packages/server/src/cli.ts')

if (spawnSync('haproxy', ['-v']).error) {
  console.error('HAProxy is not installed. On Debian: apt-get install haproxy')
  process.exit(1)
}

const running: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'trading-network-example-'))
const postgres = await Cluster.create()
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
try {
  await postgres.start()
  const database = join(folder, 'network.sqlite')
  const mirror = postgres.url()
  console.log('PostgreSQL runs. A simulated network of 500 blocks is stored.')
  const simulate = start(process.execPath, [command, 'simulate', '--seed', '7', '--blocks', '500'], 'pipe')
  const ingest = start(
    process.execPath,
    [command, 'ingest', '-', '--database', database, '--mirror', mirror],
    'pipe',
  )
  simulate.stdout?.pipe(ingest.stdin!)
  const [code] = await once(ingest, 'exit')
  if (code !== 0) throw new Error(`ingest ended with ${code}`)

  const one = await serve(database)
  const two = await serve(mirror)
  const env = { ...process.env, SERVER_ONE: one, SERVER_TWO: two, LISTEN: `127.0.0.1:${port}` }
  const haproxy = start('haproxy', ['-f', file('../../packages/server/deploy/haproxy.cfg')], 'ignore', env)
  console.log(
    `HAProxy answers at http://127.0.0.1:${port}, for the servers ${one} and ${two}. Ctrl-C ends all.`,
  )
  await Promise.race([stopped, once(haproxy, 'exit')])
  const end = haproxy.exitCode ?? haproxy.signalCode
  // Ctrl-C is sent to HAProxy too, and HAProxy may end first.
  if (end !== null && end !== 'SIGINT' && end !== 'SIGTERM') throw new Error(`HAProxy ended with ${end}`)
} finally {
  for (const each of running) each.kill('SIGTERM')
  await Promise.all(running.map(each => each.exitCode ?? each.signalCode ?? once(each, 'exit')))
  await postgres.remove()
  rmSync(folder, { recursive: true })
}

function start(
  program: string,
  args: string[],
  stdio: 'pipe' | 'ignore',
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const child = spawn(program, args, { stdio: [stdio, stdio, 'inherit'], env })
  running.push(child)
  return child
}

/** Starts a server on a free port, and returns its host and port when it serves. */
async function serve(database: string): Promise<string> {
  const args = [
    command,
    'serve',
    '--no-docs',
    '--port',
    '0',
    '--trust-proxy',
    '127.0.0.1',
    '--database',
    database,
  ]
  const child = start(process.execPath, args, 'pipe')
  let output = ''
  for await (const chunk of child.stdout!) {
    output += chunk
    const [, host] = /Serving .*http:\/\/(\S+)/.exec(output) ?? []
    if (host !== undefined) {
      child.stdout!.resume()
      return host
    }
  }
  throw new Error(`serve ended: ${output}`)
}
