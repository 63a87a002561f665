import { globSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { current } from '../../src/contract/editions.ts'
import { ranking } from '../../src/search/ranking.ts'
import type { Site } from '../site.test.ts'

/** Pagefind's own module, as the search box loads it. */
interface Pagefind {
  options(options: object): Promise<void>
  search(
    text: string,
  ): Promise<{ results: { data(): Promise<{ url: string; sub_results: { url: string }[] }> }[] }>
}

export function search(the: () => Site): void {
  describe('search', () => {
    let page: Page
    beforeAll(async () => {
      page = await the().browser.newPage()
      await page.goto(the().server.url)
      // With the ranking of the search box.
      await page.evaluate(async ranking => {
        const load = new Function('url', 'return import(url)') as (url: string) => Promise<Pagefind>
        await (await load(`${location.origin}/pagefind/pagefind.js`)).options({ ranking })
      }, ranking)
    })
    afterAll(() => page.close())

    /** For each text, the pages found first. */
    const found = (texts: readonly string[]) =>
      page.evaluate(async texts => {
        // As text, for the tests' own transformation would replace the import.
        const load = new Function('url', 'return import(url)') as (url: string) => Promise<Pagefind>
        const pagefind = await load(`${location.origin}/pagefind/pagefind.js`)
        const pages: [string, string[]][] = []
        for (const text of texts) {
          const { results } = await pagefind.search(text)
          const first = await Promise.all(results.slice(0, 30).map(result => result.data()))
          pages.push([text, first.map(({ url }) => new URL(url, location.origin).pathname)])
        }
        return pages
      }, texts as string[])

    /** The addresses of the parts that are found first. */
    const parts = (text: string) =>
      page.evaluate(async text => {
        const load = new Function('url', 'return import(url)') as (url: string) => Promise<Pagefind>
        const { results } = await (await load(`${location.origin}/pagefind/pagefind.js`)).search(text)
        const first = await Promise.all(results.slice(0, 3).map(result => result.data()))
        return first.flatMap(({ sub_results }) => sub_results.map(({ url }) => url))
      }, text)

    it('finds each operation by its title and its id, among the first three', async () => {
      const pages = await found(current.operations.flatMap(({ id, summary }) => [id, summary]))
      const missed = pages.filter(([text, paths]) => {
        const operation = current.operations.find(({ id, summary }) => id === text || summary === text)
        return !paths.slice(0, 3).includes(`/operations/${operation?.id}/`)
      })
      expect(missed).toEqual([])
    })

    it.each([
      ['API key', 'guides/requests/'],
      ['authentication', 'guides/requests/'],
      ['rate limit', 'guides/requests/'],
      ['base URL', 'guides/requests/'],
      ['cors', 'guides/requests/'],
      ['postman', 'guides/tools/'],
      ['openapi', 'guides/tools/'],
      ['price', 'guides/amounts/'],
    ])('leads from "%s" to %s first', async (text, path) => {
      const [[, paths] = ['', []]] = await found([text])
      expect(paths[0]).toBe(`/${path}`)
    })

    it('finds the record, the operation or the guide before pages that repeat a word', async () => {
      const pages = await found(['order', 'stop order'])
      const first = (text: string) => pages.find(([each]) => each === text)?.[1] ?? []
      expect(first('order')[0]).toBe('/operations/getOrder/')
      expect(first('order').slice(0, 3)).toContain('/schemas/Order/')
      expect(first('stop order')[0]).toBe('/operations/listStopOrders/')
      expect(pages.flatMap(([, paths]) => paths).filter(path => /(Edge|Page|List)\/$/.test(path))).toEqual([])
    })

    it('finds each field on a page that has it', async () => {
      const owners = new Map<string, string[]>()
      for (const { name, fields, kind } of current.schemas) {
        for (const [field] of fields) owners.set(field, [...(owners.get(field) ?? []), `/${kind}/${name}/`])
      }
      const pages = await found([...owners.keys()])
      const missed = pages.filter(
        ([field, paths]) =>
          !paths.some(path => owners.get(field)?.includes(path) || path.startsWith('/operations/')),
      )
      expect(missed).toEqual([])
    }, 60_000)

    it('finds each enum value on the page of its enum', async () => {
      const enums = current.schemas.filter(({ kind }) => kind === 'enums')
      const homes = new Map<string, string[]>()
      for (const { name, enum: values } of enums) {
        for (const value of values?.values ?? [])
          homes.set(value.name, [...(homes.get(value.name) ?? []), `/enums/${name}/`])
      }
      const pages = await found([...homes.keys()])
      const missed = pages.filter(([value, paths]) => !paths.some(path => homes.get(value)?.includes(path)))
      expect(missed).toEqual([])
    }, 60_000)

    it.each([
      ['stopOrder.price', '/schemas/StopOrder/#StopOrder.price'],
      ['Order.batchId', '/schemas/Order/#Order.batchId'],
      ['submission.price', '/schemas/OrderSubmission/#OrderSubmission.price'],
      ['peggedOrder.offset', '/schemas/PeggedOrder/#PeggedOrder.offset'],
    ])('finds %s by its path, first', async (text, address) => {
      expect((await parts(text))[0]).toBe(address)
    })

    it('offers a correction of a typing error, which leads to results', async () => {
      await page.goto(the().server.url, { waitUntil: 'networkidle' })
      // The field comes when the browser is idle; without it the keys go nowhere.
      await page.locator('.pagefind-ui__search-input').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+k')
      for (const [typed, meant] of [
        ['liqudity', 'liquidity'],
        ['acount', 'account'],
        ['autentication', 'Authentication'],
        ['lisStopOrders', 'listStopOrders'],
        ['stop oder', 'stop order'],
      ] as const) {
        await page.locator('.pagefind-ui__search-input').fill(typed)
        await page.getByRole('button', { name: meant, exact: true }).click()
        await page.locator('.pagefind-ui__message', { hasText: `for ${meant}` }).waitFor()
        expect(await page.locator('.suggestion').innerText()).toBe('')
      }
    }, 60_000)

    it('brings only the interface that it uses', () => {
      const files = globSync('pagefind/*.{js,css}', { cwd: the().folder }).map(file => basename(file))
      expect(files.sort()).toEqual(['pagefind-worker.js', 'pagefind.js'])
    })

    it('opens by the keyboard and leads to what was found', async () => {
      await page.goto(the().server.url, { waitUntil: 'networkidle' })
      // The field comes when the browser is idle; without it the keys go nowhere.
      await page.locator('.pagefind-ui__search-input').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+k')
      await page.locator('.pagefind-ui__search-input').waitFor()
      await page.keyboard.type('listStopOrders', { delay: 10 })
      await page.locator('.pagefind-ui__message', { hasText: 'listStopOrders' }).waitFor()
      // Results arrive one by one, and a guide that names the operation is one of them.
      await page.locator('.pagefind-ui__result-link[href*="/operations/listStopOrders/"]').first().focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/operations\/listStopOrders\//, { waitUntil: 'commit' })
    })
  })
}
