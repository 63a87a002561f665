import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current } from '../../src/contract/current.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { Site } from '../site.ts'

const RECORDS = 5000
/** A list, and the operation that is not one; all in `pnpm long whole`. */
const operations = current.operations.filter(
  ({ id }) => process.env.LONG_RUN || id === 'listAccounts' || id === 'getOrder',
)

/** The first example of an operation, with as many records as a page can have. */
function largeBody({ page, responses }: Operation): string {
  const body = structuredClone(responses[0]?.examples[0]?.body) as Record<
    string,
    { edges: { node: object }[] }
  >
  const edges = page && body[page]?.edges
  if (page && edges)
    body[page]!.edges = Array.from({ length: RECORDS }, (_, index) => ({
      ...edges[index % edges.length]!,
      cursor: String(index),
    }))
  return JSON.stringify(body)
}

/** What the form shows of large responses, to eyes and to a screen reader, and what it copies. */
export function readResponses(site: () => Site): void {
  describe('a response on the page', () => {
    let page: Page
    let large: string
    const errors: string[] = []
    const bodies = new Map(current.operations.map(each => [each.path.replace(/\{.*/, ''), largeBody(each)]))
    const server = createServer((request, reply) => {
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      if (request.method === 'OPTIONS') return reply.writeHead(204, headers).end()
      const [, body] = [...bodies].find(([path]) => request.url?.startsWith(path)) ?? []
      return reply
        .writeHead(200, {
          ...headers,
          'content-type': 'application/json',
          etag: 'W/"1"',
          'x-block-height': '7',
        })
        .end(body)
    })
    beforeAll(async () => {
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      large = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      page = await site().browser.newPage()
      page.on('pageerror', error => errors.push(error.message))
    })
    afterAll(async () => {
      await page.close()
      server.close()
    })

    const part = (name: string) => page.locator(`try-it [data-${name}]`)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const ask = async (operation: Operation) => {
      await page.goto(`${site().server.url}/operations/${operation.id}/`)
      await page.evaluate(() => localStorage.clear())
      await part('base').fill(large)
      await press('Send')
      await expect.poll(() => part('status').innerText()).toBe('200 OK')
    }

    it.each(operations)(
      'shows 5,000 records of $id, at first 200 of them, and follows them',
      async operation => {
        await ask(operation)
        expect(errors).toEqual([])
        await press('Follow')
        await expect.poll(() => part('block').innerText()).toMatch(/^0 changes/)
        await press('Stop')
        expect(errors).toEqual([])
        if (!operation.page) return
        const all = page.getByRole('button', { name: 'Show all 5,000 records' })
        await expect.poll(() => all.isVisible()).toBe(true)
        await press('Table')
        const rows = page.locator('[data-body] tbody tr')
        await expect.poll(() => rows.count()).toBe(200)
        // Rows that come into view may move the button from under a pointer.
        await all.press('Enter')
        await expect.poll(() => rows.count()).toBe(RECORDS)
        expect(errors).toEqual([])
      },
    )

    it('is a table with heads, whole ids and words, and the same for a recorded list', async () => {
      await page.goto(`${site().server.url}/operations/listStopOrders/`)
      await press('Table')
      const table = page.getByRole('table').first()
      expect(await table.getByRole('columnheader').allInnerTexts()).toContainEqual('status')
      const cells = table.getByRole('row').nth(1).getByRole('cell')
      const code = await page.locator('[aria-label="Response: 200"] code.language-json').first().textContent()
      const { orders } = JSON.parse(code ?? '') as {
        orders: { edges: { node: { stopOrder: Record<string, string> } }[] }
      }
      const { stopOrder } = orders.edges[0]!.node
      expect(await cells.nth(1).textContent()).toBe(stopOrder.id)
      // A screen reader spells each character.
      expect(await cells.nth(1).ariaSnapshot()).toMatch(/^- cell "\w{6}…\w{4}"/)
      expect(await cells.first().innerText()).toBe('pending')
      expect(await cells.last().getAttribute('title')).toBe(`${stopOrder.createdAt} ns`)
      // The choice is kept.
      await page.reload()
      expect(await page.getByRole('table').count()).toBeGreaterThan(0)
      await press('JSON')
      expect(await page.locator('.records').count()).toBe(0)
    })

    it('speaks one line when a response comes, and nothing of what the start page follows', async () => {
      const spoken = async () => {
        const tools = await page.context().newCDPSession(page)
        const { nodes } = await tools.send('Accessibility.getFullAXTree')
        const live = nodes.filter(({ properties }) =>
          properties?.some(({ name, value }) => name === 'live' && value.value !== 'off'),
        )
        const texts = await page.locator('[role="status"], output, [aria-live]').allTextContents()
        await tools.detach()
        return { regions: live.length, text: texts.join('') }
      }
      await ask(current.operations.find(({ id }) => id === 'listAccounts')!)
      expect(await spoken()).toEqual({ regions: 1, text: '200 OK, 5000 records' })
      await page.goto(site().server.url)
      await expect.poll(() => part('status').innerText()).toBe('200 OK')
      expect(await spoken()).toEqual({ regions: 1, text: '' })
      await press('Pause')
    })

    it('copies on a host without a secure context', async () => {
      await page.goto(`${site().server.url.replace('127.0.0.1', 'docs.test')}/operations/getOrder/`)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await press('Send')
      await expect.poll(() => part('status').innerText()).toBe('200 OK')
      const copied = { Copy: /^(GET|curl|\/api)/, 'Copy JSON': /^\{/, 'Copy page': /^# / }
      for (const [name, text] of Object.entries(copied)) {
        if (name === 'Copy page') await page.getByLabel('This page').click()
        const button = page.getByRole('button', { name, exact: true }).first()
        await button.evaluate((each, name) => each.setAttribute('data-tested', name), name)
        await button.click()
        await expect.poll(() => page.locator(`[data-tested="${name}"]`).innerText()).toBe('Copied')
        // A field that takes pasted text shows what was copied.
        await page.locator('search > button').click()
        await page.keyboard.press('Control+v')
        expect(await page.locator('search input').inputValue()).toMatch(text)
        await page.getByRole('button', { name: 'Close' }).click()
      }
    })
  })
}
