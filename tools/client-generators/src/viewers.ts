import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { openBrowser } from '@trading-network/test/browser'
import { run } from './commands.ts'

const UI = 'swagger-ui-dist@5.35.0'
const PRISM = '@stoplight/prism-cli@5.16.0'

/** The statuses that each viewer gets when it sends the examples of each operation together; nine are 200. */
export async function tryViewers(url: string, contractFile: string, folder: string) {
  return { [UI]: await swaggerUi(url, folder), [PRISM]: await prism(url, contractFile) }
}

/** Opens the page of Swagger UI, and presses *Execute* of each operation. */
async function swaggerUi(url: string, folder: string): Promise<string[]> {
  const { ok, output } = await run(`npm install --no-audit --no-fund --prefix . ${UI}`, folder)
  if (!ok) throw new Error(output)
  const page = `<!doctype html><meta charset="utf-8"><div id="ui"></div><link rel="stylesheet" href="/swagger-ui.css"><script src="/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/openapi.json', dom_id: '#ui', tryItOutEnabled: true, docExpansion: 'full' })</script>`
  const server = createServer(({ url: path = '/' }, response) => {
    if (/^\/swagger-ui[a-z-]*\.(js|css)$/.test(path))
      response.end(readFileSync(join(folder, 'node_modules/swagger-ui-dist', path)))
    else response.end(path === '/openapi.json' ? JSON.stringify({ ...contract, servers: [{ url }] }) : page)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const browser = await openBrowser()
  try {
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await tab.waitForSelector('.opblock .execute', { timeout: 120_000 })
    const statuses: string[] = []
    for (const operation of await tab.locator('.opblock').all()) {
      await operation.locator('.execute').click()
      const status = operation.locator('.live-responses-table tbody .response-col_status').first()
      statuses.push((await status.textContent({ timeout: 120_000 }))?.trim() ?? '')
    }
    return statuses
  } finally {
    await browser.close()
    server.close()
  }
}

/** Sends the examples of each operation through Prism, which refuses requests and responses that break the contract. */
async function prism(url: string, contractFile: string): Promise<string[]> {
  const port = await freePort()
  const args = ['-y', PRISM, 'proxy', contractFile, url, '--errors', '--port', String(port)]
  const proxy = spawn('npx', args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  try {
    await new Promise<void>(resolve => {
      proxy.stdout.on('data', text => String(text).includes('listening') && resolve())
    })
    const statuses = Object.entries(contract.paths).map(async ([path, { get }]) => {
      const { target, headers } = withExamples(path, get.parameters as readonly Parameter[])
      const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers })
      return response.ok ? String(response.status) : `${response.status} ${await response.text()}`
    })
    return await Promise.all(statuses)
  } finally {
    process.kill(-proxy.pid!)
  }
}

interface Parameter {
  readonly $ref?: string
  readonly in: string
  readonly name: string
  readonly example?: unknown
}

function withExamples(path: string, parameters: readonly Parameter[]) {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let target = path
  for (const { $ref, ...own } of parameters) {
    const shared = contract.components.parameters as unknown as Readonly<Record<string, Parameter>>
    const { in: place, name, example } = $ref ? shared[$ref.split('/').at(-1)!]! : own
    if (example === undefined) continue
    if (place === 'path') target = target.replace(`{${name}}`, String(example))
    else if (place === 'header') headers[name] = String(example)
    else for (const value of [example].flat()) query.append(name, String(value))
  }
  return { target: `${target}?${query}`, headers }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
