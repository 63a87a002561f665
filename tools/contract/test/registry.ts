import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { runServer } from 'verdaccio'

/** A registry of its own on this machine: it has the packages of our scope that were published to it, and no others. */
export interface Registry {
  url: string
  /** Settings of npm and pnpm for a project that takes our packages from it, and publishes to it. */
  npmrc: string
  /** Rejects uploads of this package; `undefined` accepts all. */
  refuse(name: string | undefined): void
  /** The versions that were staged: left for a person to approve. Verdaccio itself does not know staging. */
  staged: readonly string[]
  /** Lets nobody stage this package, as npm does for a workflow that is no trusted publisher of it. */
  distrust(name: string): void
  /** npm's tags of a package, with their versions. */
  tags(name: string): Promise<Record<string, string>>
  close(): void
}

export async function startRegistry(): Promise<Registry> {
  const storage = mkdtempSync(join(tmpdir(), 'registry-'))
  let refused: string | undefined
  const staged: string[] = []
  const verdaccio = (await runServer({
    storage,
    configPath: join(storage, 'config.yaml'),
    self_path: storage,
    web: { enable: false },
    auth: { htpasswd: { file: join(storage, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', level: 'fatal' },
    // biome-ignore lint/suspicious/noExplicitAny: its type wants every setting that has a default.
  } as any)) as Server
  const listeners = verdaccio.listeners('request') as ((...args: unknown[]) => void)[]
  const distrusted = new Set<string>()

  /** The status and the body of npm for an upload to the stage. */
  async function stage(name: string, request: IncomingMessage): Promise<[status: number, answer: object]> {
    const [version = ''] = Object.keys(((await json(request)) as { versions: object }).versions)
    const known = await fetch(`http://${host}/${encodeURIComponent(name)}`, {
      headers: { connection: 'close' },
    })
    const { versions = {} } = (await known.json()) as { versions?: object }
    // A first version cannot be staged (ffflorian/schemastore-updater 1571), and npm says of a package that one may not write
    // to that it is not there (cm45t3r/candlestick 168).
    if (!known.ok || distrusted.has(name)) return [404, { error: 'Not found' }]
    // Staging twice is refused on purpose (npm/cli 9519).
    if (version in versions || staged.includes(`${name}@${version}`))
      return [
        409,
        {
          error: `Cannot stage previously ${version in versions ? 'published' : 'staged'} version "${version}"`,
        },
      ]
    staged.push(`${name}@${version}`)
    return [201, { stageId: '1', id: '1' }]
  }

  const server = createServer((request, response) => {
    const [, name] = /^\/-\/stage\/package\/(.+)/.exec(decodeURIComponent(request.url ?? '')) ?? []
    if (name !== undefined)
      void stage(name, request).then(([status, answer]) => {
        response.writeHead(status).end(JSON.stringify(answer))
      })
    else if (request.method === 'PUT' && refused && decodeURIComponent(request.url ?? '').includes(refused))
      response.writeHead(403).end('{"error":"refused by the test"}')
    else for (const listener of listeners) listener.call(verdaccio, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/`,
    npmrc: `@trading-network:registry=http://${host}/\n//${host}/:_authToken=anybody\n`,
    staged,
    distrust: name => void distrusted.add(name),
    refuse: name => {
      refused = name
    },
    async tags(name) {
      // Minutes pass between two calls, and the server closes an idle connection at any time.
      const headers = { connection: 'close' }
      const response = await fetch(`http://${host}/-/package/${encodeURIComponent(name)}/dist-tags`, {
        headers,
      })
      return (await response.json()) as Record<string, string>
    },
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(storage, { recursive: true, force: true })
    },
  }
}
