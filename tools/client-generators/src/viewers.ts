import { join } from 'node:path'
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { openBrowser } from '@trading-network/test/browser'
import { type Service, startProgram } from './service.ts'
import { contracts, run } from './trial.ts'

/**
 * The status of each operation when Swagger UI sends its examples together, through Prism, which refuses requests and
 * responses that break the contract.
 */
export async function tryViewers({ folder, args: [network] }: Service): Promise<string[]> {
  const install =
    'npm install --no-audit --no-fund --prefix . swagger-ui-dist@5.35.0 @stoplight/prism-cli@5.16.0'
  const { ok, output } = await run(install, folder)
  if (!ok) throw new Error(output)
  const packages = join(folder, 'node_modules')
  const cli = join(packages, '@stoplight/prism-cli/dist/index.js')
  const prism = await startProgram([cli, 'proxy', contracts[0]!, network!, '--errors', '--port', '0'])
  try {
    return await pressExecute(join(packages, 'swagger-ui-dist/swagger-ui-bundle.js'), prism.url)
  } finally {
    await prism.end()
  }
}

/** Presses *Execute* of each operation on a page of Swagger UI. */
async function pressExecute(swaggerUi: string, url: string): Promise<string[]> {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    const body = '<!doctype html><div id="ui"></div>'
    await page.route(`${url}/`, route => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(url)
    await page.addScriptTag({ path: swaggerUi })
    const spec = { ...contract, servers: [{ url }] }
    const settings = { spec, dom_id: '#ui', tryItOutEnabled: true, docExpansion: 'full' }
    await page.evaluate(`SwaggerUIBundle(${JSON.stringify(settings)})`)
    await page.waitForSelector('.opblock .execute')
    const statuses: string[] = []
    for (const operation of await page.locator('.opblock').all()) {
      await operation.locator('.execute').click()
      const status = operation.locator('.live-responses-table tbody .response-col_status').first()
      statuses.push((await status.textContent())?.trim() ?? '')
    }
    return statuses
  } finally {
    await browser.close()
  }
}
