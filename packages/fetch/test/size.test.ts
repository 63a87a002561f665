import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** What a page with a bundler ships, in bytes. */
const shipped = async (contents: string) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    // A browser has no `node:` modules, so an import of one fails here.
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const code = outputFiles[0]!.contents
  return {
    code: outputFiles[0]!.text,
    gzip: gzipSync(code, { level: 9 }).length,
    brotli: brotliCompressSync(code).length,
  }
}

const wholeClient = `
  import { ApiError, createClient, StalledCursorError, TimeoutError } from '@trading-network/fetch'
  globalThis.client = { ApiError, createClient, StalledCursorError, TimeoutError }
`

it('the whole client, with what it takes of openapi-fetch, is at most 4.0 kB gzipped', async () => {
  const { code, gzip, brotli } = await shipped(wholeClient)
  console.log(`whole client: ${code.length} B minified, ${gzip} B gzip, ${brotli} B brotli`)
  expect(gzip).toBeLessThanOrEqual(4000)
  // The guard guards something: all operations are in, the enums and tables that nobody imported are not.
  expect(code).toContain('/api/v2/rewards/epoch/summaries')
  expect(code).not.toContain('ACCOUNT_TYPE_GENERAL')
  expect(code).not.toContain('aggregationEpochs')
})

it('types cost nothing', async () => {
  const { code } = await shipped(`
    import type { Account, ClientConfig, TradingNetworkApi } from '@trading-network/fetch'
    export const name = (account: Account) => account.owner
  `)
  expect(code.length).toBeLessThan(60)
})
