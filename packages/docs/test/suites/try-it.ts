import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageField } from '../../src/contract/document.ts'
import { current } from '../../src/contract/edition.ts'
import type { Site } from '../site.test.ts'

export function tryIt(the: () => Site): void {
  describe('try it', () => {
    let page: Page
    beforeAll(async () => {
      page = await the().browser.newPage()
    })
    afterAll(() => page.close())

    const open = (id: string) => page.goto(`${the().server.url}/operations/${id}/`)
    const send = async () => {
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.locator('try-it output:not([hidden])').waitFor()
    }
    const shown = (part: string) => page.locator(`try-it [data-${part}]`)

    it.each(current.operations)('sends $id and shows the response', async operation => {
      await open(operation.id)
      const { pathParameters, filters } = operation
      for (const { name, example } of [...pathParameters, ...filters].filter(({ required }) => required)) {
        await page.locator(`try-it input[name="${name}"]`).fill(example[0] ?? '')
      }
      await send()
      await expect.poll(() => shown('status').innerText()).toBe('200 OK')
      expect(await shown('url').innerText()).toContain(`${the().server.url}/api/v2/`)
      expect(await shown('time').innerText()).toMatch(/^\d+ ms, [\d,]+ bytes$/)
      expect(await shown('headers').textContent()).toContain('x-block-height:')
      const body = JSON.parse((await shown('body').textContent()) ?? '') as object
      expect(Object.keys(body)).toContain(pageField(current.contract.paths[operation.path]?.get) ?? 'order')
    })

    it('finds an id that the network has', async () => {
      await open('getStake')
      await page.getByRole('button', { name: 'Find an id' }).click()
      await expect
        .poll(() => page.locator('try-it input[name="partyId"]').inputValue())
        .toMatch(/^[0-9a-f]{64}$/)
    })

    it('sends lists as repeated names', async () => {
      await open('listStopOrders')
      const statuses = page.locator('try-it select[name="filter.statuses"]')
      await statuses.selectOption(['STATUS_PENDING', 'STATUS_EXPIRED'])
      await send()
      expect(await shown('url').innerText()).toContain(
        'filter.statuses=STATUS_PENDING&filter.statuses=STATUS_EXPIRED',
      )
    })

    it('shows an error as it is', async () => {
      await open('listAccounts')
      await page.locator('try-it input[name="pagination.first"]').fill('0')
      await send()
      await expect.poll(() => shown('status').innerText()).toBe('400 Bad Request')
      expect(await shown('body').innerText()).toContain('"field": "pagination.first"')
    })

    it('shows an error without a response, and remembers the base URL without its secrets', async () => {
      await open('listAccounts')
      await page.locator('try-it [data-base]').fill('http://user:secret@127.0.0.1:1/network/?token=secret')
      await send()
      await expect.poll(() => shown('status').innerText()).toMatch(/^No response: /)
      await open('getOrder')
      expect(await page.locator('try-it [data-base]').inputValue()).toBe('http://127.0.0.1:1/network')
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
    })
  })
}
