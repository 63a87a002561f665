import { execFile } from 'node:child_process'
import { createServer, request as forward } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { createClient } from '@trading-network/fetch'
import { getGlobalDispatcher, install, ProxyAgent, setGlobalDispatcher } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { localServer, noAccounts, sendJson } from './local-server.ts'

/** A proxy on a free port: the hosts that requests go to, and the most connections that were open. */
const localProxy = async () => {
  const hosts: string[] = []
  let [open, most] = [0, 0]
  const proxy = createServer()
  proxy.on('connection', socket => {
    most = Math.max(most, ++open)
    socket.on('close', () => open--)
  })
  proxy.on('connect', (request, socket) => {
    hosts.push(request.url ?? '')
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(target).pipe(socket)
    })
    socket.on('error', () => target.destroy())
    target.on('error', () => socket.destroy())
  })
  // Without a tunnel, the proxy gets the whole URL.
  proxy.on('request', (request, response) => {
    hosts.push(new URL(request.url ?? '').host)
    forward(request.url ?? '', answer => answer.pipe(response)).end()
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  return { uri: `http://127.0.0.1:${port}`, hosts, most: () => most }
}

it('sends the requests through the proxy, over a limited number of connections', async () => {
  const { baseUrl, targets } = await localServer(response => sendJson(response, noAccounts))
  const proxy = await localProxy()
  const client = createClient({ baseUrl })
  install()
  // Without a tunnel, as for `http:`, undici ignores the limit.
  setGlobalDispatcher(new ProxyAgent({ uri: proxy.uri, connections: 16, proxyTunnel: true }))
  await Promise.all(Array.from({ length: 40 }, () => client.listAccounts()))
  expect(targets).toHaveLength(40)
  expect(new Set(proxy.hosts)).toEqual(new Set([new URL(baseUrl).host]))
  expect(proxy.most()).toBeLessThanOrEqual(16)
  await getGlobalDispatcher().destroy()
})

it('reads the proxy from the environment with NODE_USE_ENV_PROXY', async () => {
  const { baseUrl, targets } = await localServer(response => sendJson(response, noAccounts))
  const proxy = await localProxy()
  const program = `
    import { createClient } from '@trading-network/fetch'
    await createClient({ baseUrl: '${baseUrl}' }).listAccounts()`
  const environment = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.uri, NO_PROXY: '' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...environment },
  })
  expect(targets).toEqual(['/api/v2/accounts'])
  expect(proxy.hosts).toEqual([new URL(baseUrl).host])
})
