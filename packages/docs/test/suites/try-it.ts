import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { current } from '../../src/contract/current.ts'
import type { Site } from '../site.ts'

/** Fields of each kind, in the path and in the query; in `pnpm long whole` all operations. */
const some = current.operations.filter(
  ({ id }) => process.env.LONG_RUN || id === 'getStake' || id === 'listStopOrders',
)

/** Some other service, for the length of a test; gives its address, and how it stops and starts again there. */
async function another(listener: RequestListener) {
  const server = createServer(listener)
  const start = (port = 0) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await start()
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, stop, start: () => start(port) }
}

/** A service with one account that holds requests until its balance changes. */
async function changingNetwork() {
  let [block, balance, total] = [1, '1', 1]
  const etag = () => `W/"${balance}-${total}"`
  let isDown = false
  const waiting = new Set<() => void>()
  const service = await another((request, reply) => {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-expose-headers': 'etag, x-block-height',
    }
    const respond = () => {
      waiting.delete(respond)
      if (isDown) {
        reply.writeHead(503, { ...cors, 'retry-after': '1' }).end()
        return
      }
      const pageInfo = { startCursor: 'a', endCursor: 'a', hasNextPage: false, hasPreviousPage: false }
      const body = { total, accounts: { edges: [{ cursor: 'a', node: { balance } }], pageInfo } }
      const headers = { 'content-type': 'application/json', etag: etag(), 'x-block-height': block }
      reply.writeHead(200, { ...cors, ...headers }).end(JSON.stringify(body))
    }
    reply.on('close', () => waiting.delete(respond))
    if (request.method === 'OPTIONS') reply.writeHead(204, cors).end()
    else if (request.headers.prefer && request.headers['if-none-match'] === etag()) waiting.add(respond)
    else respond()
  })
  const commit = (next: string, nextTotal = total) => {
    block += 1
    balance = next
    total = nextTotal
    for (const respond of waiting) respond()
  }
  const setDown = (down: boolean) => {
    isDown = down
    for (const respond of waiting) respond()
  }
  return { ...service, commit, setDown, held: () => waiting.size }
}

export function tryIt(site: () => Site): void {
  describe('try it', () => {
    let page: Page
    beforeAll(async () => {
      page = await site().browser.newPage()
    })
    afterAll(() => page.close())
    // The base URL that one test types is not that of the next.
    afterEach(() => page.evaluate(() => localStorage.clear()))

    const open = (id: string) => page.goto(`${site().server.url}/operations/${id}/`)
    const openParameters = () => page.getByText('Change the parameters').click()
    const press = (name: string) =>
      page.getByRole('button', { name, exact: name === 'Send' || name === 'Stop' }).click()
    const part = (name: string) => page.locator(`try-it [data-${name}]`)
    const field = (name: string) => page.locator(`try-it [name="${name}"]`)
    const status = () => expect.poll(() => part('status').innerText())
    const code = (index: number) => page.locator('[aria-label="Request"] pre code').nth(index).textContent()
    const body = async () => JSON.parse(await part('body').innerText()) as Record<string, { edges: object[] }>

    const follow = async ({ url, held }: Awaited<ReturnType<typeof changingNetwork>>) => {
      await open('listAccounts')
      await part('base').fill(url)
      await press('Follow')
      await expect.poll(held).toBe(1)
    }

    it.each(some)('sends the request of $id that the page shows', async operation => {
      await open(operation.id)
      await press('Send')
      await status().toBe('200 OK')
      const url = new URL((await part('url').textContent()) ?? '')
      expect(url.origin).toBe(site().server.url)
      expect([...url.searchParams.keys()].sort()).toEqual(
        Object.keys(operation.responses[0]?.examples[0]?.values ?? {})
          .filter(name => !operation.path.includes(`{${name}}`))
          .sort(),
      )
      expect(await part('time').innerText()).toMatch(/^\d+ ms, [\d,]+ bytes$/)
      expect(await part('headers').textContent()).toContain('x-block-height:')
    })

    it('sends headers, and shows a response without a body', async () => {
      await open('getOrder')
      await press('Send')
      await status().toBe('200 OK')
      const [, etag = ''] = /^etag: (.+)$/m.exec((await part('headers').textContent()) ?? '') ?? []
      await openParameters()
      await field('If-None-Match').fill(etag)
      await press('Send')
      await status().toBe('304 Not Modified')
    })

    it('shows the response in lines, and copies it', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await open('getOrder')
      await press('Send')
      await status().toBe('200 OK')
      await expect.poll(() => part('body').innerText()).toContain('\n    "reference": "ladder-3",\n')
      await press('Copy JSON')
      const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object
      expect(copied).toEqual(
        current.operations.find(({ id }) => id === 'getOrder')?.responses[0]?.examples[0]?.body,
      )
    })

    it('shows what the form sends as TypeScript and as curl', async () => {
      await open('listStopOrders')
      await openParameters()
      const statuses = page.getByRole('group', { name: 'filter.statuses' })
      await statuses.locator('summary').click()
      await statuses.getByLabel('STATUS_PENDING').check()
      await statuses.getByLabel('STATUS_EXPIRED').check()
      expect(await statuses.locator('summary').innerText()).toBe('STATUS_PENDING, STATUS_EXPIRED')
      await field('filter.liveOnly').selectOption('true')
      expect(await code(1)).toContain("'filter.statuses': ['STATUS_PENDING', 'STATUS_EXPIRED'],\n")
      expect(await code(1)).toContain("'filter.liveOnly': true,\n")
      expect(await code(0)).toContain(
        " \\\n  --data-urlencode 'filter.statuses=STATUS_PENDING' \\\n  --data-urlencode 'filter.statuses=STATUS_EXPIRED'",
      )
      await press('Send')
      await expect
        .poll(() => part('url').textContent())
        .toContain('filter.statuses=STATUS_PENDING&filter.statuses=STATUS_EXPIRED')
      await openParameters().then(openParameters)
      await press('Reset')
      await expect.poll(() => code(0)).not.toContain('filter.statuses')
    })

    it('turns pages both ways', async () => {
      await open('listAccounts')
      await openParameters()
      await field('pagination.first').fill('2')
      await press('Send')
      await status().toBe('200 OK')
      const first = await body()
      expect(await part('previous').isDisabled()).toBe(true)
      await press('Next page')
      await expect.poll(() => part('url').textContent()).toContain('pagination.after=')
      expect(await body()).not.toEqual(first)
      await press('Previous page')
      await expect.poll(() => part('url').textContent()).toMatch(/pagination\.last=2&pagination\.before=/)
      await expect.poll(() => part('body').innerText()).not.toBe('')
      expect((await body()).accounts?.edges).toEqual(first.accounts?.edges)
      expect(await part('next').isDisabled()).toBe(false)
    })

    it('follows a response until the reader stops it', async () => {
      const network = await changingNetwork()
      await follow(network)
      await expect.poll(() => part('block').innerText()).toMatch(/^0 changes · waiting for block 2, \d+ s$/)
      network.commit('77')
      await expect.poll(() => part('block').innerText()).toMatch(/^1 change · waiting for block 3, \d+ s$/)
      expect(await part('body').innerText()).toContain('"balance": "77"')
      await expect.poll(network.held).toBe(1)
      expect(await part('follow').getAttribute('data-follow')).toBe('on')
      expect(await page.locator('[data-body] mark').allInnerTexts()).toEqual(['"77"'])
      expect(await page.locator('try-it [role="status"]').textContent()).toMatch(/^Changed at .*, 1 record$/)
      // A change beside the records counts, too.
      network.commit('77', 5)
      await expect.poll(() => part('block').innerText()).toMatch(/^2 changes · waiting for block 4, \d+ s$/)
      expect(await page.locator('[data-body] mark').allInnerTexts()).toEqual(['5'])
      await expect.poll(network.held).toBe(1)
      await press('Stop')
      await expect.poll(network.held).toBe(0)
      expect(await part('follow').getAttribute('data-follow')).toBe('')
      // A change of the form and a new page stop it, too.
      await press('Follow')
      await expect.poll(network.held).toBe(1)
      await openParameters()
      await field('pagination.first').fill('5')
      await expect.poll(network.held).toBe(0)
      await press('Follow')
      await expect.poll(network.held).toBe(1)
      await page.goto(`${site().server.url}/guides/quick-start/`)
      await expect.poll(network.held).toBe(0)
    })

    it('says that the client did not load, and loads it when Follow is pressed again', async () => {
      let isDown = true
      await page.route('**/_astro/client.*', route => (isDown ? route.abort() : route.continue()))
      const network = await changingNetwork()
      await open('listAccounts')
      await part('base').fill(network.url)
      await press('Follow')
      await expect.poll(() => page.locator('try-it .response').innerText()).toMatch(/The client did not load/)
      isDown = false
      await press('Follow')
      await expect.poll(network.held).toBe(1)
      await press('Stop')
      await page.unrouteAll()
    })

    it('goes on following after errors of the server, and counts the changes meanwhile', async () => {
      const network = await changingNetwork()
      await follow(network)
      network.setDown(true)
      await expect.poll(() => part('block').innerText()).toMatch(/^Status 503\. Trying again, \d+ s$/)
      expect(await part('body').innerText()).toContain('"balance": "1"')
      network.setDown(false)
      network.commit('78')
      await expect.poll(() => part('body').innerText()).toContain('"balance": "78"')
      await expect.poll(() => part('block').innerText()).toMatch(/^1 change · /)
      expect(await part('follow').getAttribute('data-follow')).toBe('on')
      await press('Stop')
    })

    it('goes on following after a restart of the server, and after a minute without a connection', async () => {
      await page.clock.install()
      const network = await changingNetwork()
      await follow(network)
      const isLost = () =>
        expect.poll(() => part('block').innerText()).toMatch(/^Nothing answers\. Trying again, \d+ s$/)
      network.stop()
      await isLost()
      await network.start()
      network.commit('80')
      await page.clock.fastForward(60_000)
      await expect.poll(() => part('body').innerText()).toContain('"balance": "80"')
      await expect.poll(network.held).toBe(1)
      await page.context().setOffline(true)
      network.commit('81')
      await isLost()
      await page.clock.fastForward(60_000)
      await isLost()
      await page.context().setOffline(false)
      await page.clock.fastForward(60_000)
      await expect.poll(() => part('body').innerText()).toContain('"balance": "81"')
      await expect.poll(() => part('block').innerText()).toMatch(/^2 changes · /)
      expect(await part('follow').getAttribute('data-follow')).toBe('on')
      await press('Stop')
    })

    it('keeps its form where the browser blocks storage', async () => {
      const page = await site().browser.newPage()
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      })
      await page.goto(`${site().server.url}/operations/getOrder/`)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect.poll(() => page.locator('[data-status]').innerText()).toBe('200 OK')
      await page.close()
    })

    it('follows a service that does not hold requests, up to an error', async () => {
      await open('listAccounts')
      await press('Follow')
      await expect
        .poll(() => part('block').innerText())
        .toMatch(/^0 changes · waiting for block [\d,]+, \d+ s$/)
      await expect.poll(() => part('follow').getAttribute('data-follow')).toBe('on')
      await openParameters()
      await field('pagination.first').fill('0')
      await press('Follow')
      await status().toMatch(/^400: pagination.first: must be an integer/)
      expect(await part('block').isVisible()).toBe(false)
      expect(await part('follow').getAttribute('data-follow')).toBe('')
    })

    it.each([
      [1440, 900],
      [390, 844],
    ])('cuts off nothing at %i px, and keeps its buttons in view while it follows', async (width, height) => {
      await page.setViewportSize({ width, height })
      await open('listStopOrders')
      const isWhole = () =>
        page
          .locator('.code-tabs pre')
          .evaluateAll(blocks => blocks.every(block => block.scrollWidth <= block.clientWidth + 1))
      const isInView = async (name: string) => {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= height
      }
      expect(await isWhole()).toBe(true)
      await press('Send')
      await status().toBe('200 OK')
      expect(await isInView('Send')).toBe(true)
      expect(await page.locator('[data-status]').isVisible()).toBe(true)
      await press('Follow')
      await expect.poll(() => part('block').innerText()).toMatch(/^0 changes/)
      expect(await isInView('Stop')).toBe(true)
      await press('Stop')
      await openParameters()
      await field('pagination.first').fill('0')
      await press('Send')
      await status().toBe('400 Bad Request')
      // A piece of JSON is drawn in the frame after it came into view.
      await expect.poll(() => part('body').innerText()).toContain('"field": "pagination.first"')
      expect(await isWhole()).toBe(true)
      await page.setViewportSize({ width: 1280, height: 720 })
    })

    it('uses one base URL, without the path of the API, for the form and the samples of every page', async () => {
      await open('listAccounts')
      const { url } = site().server
      await part('base').fill('localhost:80a')
      expect(await page.locator('[data-base]:invalid').count()).toBe(1)
      // As many people type it.
      await part('base').fill(`${url.replace('http://127.0.0.1', 'localhost')}/api/v2/`)
      await press('Send')
      await status().toBe('200 OK')
      expect(await part('url').textContent()).toMatch(/^http:\/\/localhost:\d+\/api\/v2\/accounts\?/)
      await page.goto(`${url}/guides/quick-start/`)
      const shown = await page.locator('pre').allInnerTexts()
      expect(shown.join()).toContain("curl 'http://localhost:")
      expect(shown.join()).not.toContain('//127.0.0.1')
    })

    it('remembers the base URL without its secrets, and says that nothing answers there', async () => {
      await open('listAccounts')
      await part('base').fill('http://user:secret@127.0.0.1:1/network/?token=secret')
      await press('Send')
      await status().toMatch(/^The browser cannot send this request: .* credentials/)
      await page.goto(`${site().server.url}/operations/getOrder/`)
      expect(await part('base').inputValue()).toBe('http://127.0.0.1:1/network')
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
      await press('Send')
      await status().toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:1\. Start a service/)
      // An ETag from a word processor.
      await openParameters()
      await field('If-None-Match').fill('W/“1”')
      await press('Send')
      await status().toMatch(/^The browser cannot send this request: .* ISO-8859-1/)
    })

    it('says that it waits, and shows the response of the last request only', async () => {
      const held: (() => void)[] = []
      let isSlow = true
      await page.route('**/api/v2/**', async route => {
        if (isSlow) await new Promise<void>(resolve => held.push(resolve))
        await route.continue()
      })
      for (const name of ['Follow', 'Send']) {
        await open('listAccounts')
        await press(name)
        await status().toBe('Waiting for the response')
      }
      isSlow = false
      await openParameters()
      await field('pagination.first').fill('1')
      await press('Send')
      await status().toBe('200 OK')
      for (const release of held) release()
      await page.unrouteAll({ behavior: 'wait' })
      expect((await body()).accounts?.edges).toHaveLength(1)
    })

    it('says that a service does not allow other sites, or is another one, and never shows a web page', async () => {
      await open('listAccounts')
      await part('base').fill((await another((_, reply) => reply.end('{}'))).url)
      await press('Send')
      await status().toContain('Access-Control-Allow-Origin is missing')

      const host = await another((_, reply) => {
        reply.writeHead(404, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
        reply.end('<h1>Not here</h1>')
      })
      await part('base').fill(host.url)
      await press('Send')
      await status().toContain('it sent a web page (HTML) with status 404')
      expect(await page.locator('try-it').innerText()).not.toContain('Not here')
    })
  })
}
