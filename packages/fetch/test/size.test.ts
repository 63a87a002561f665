import { readFile } from 'node:fs/promises'
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

it('a program with nine calls is at most 7.57 kB gzipped, client and openapi-fetch included', async () => {
  const program = await readFile(new URL('./consumer/nine-calls.ts', import.meta.url), 'utf8')
  const { code, gzip, brotli } = await shipped(program)
  console.log(`nine calls: ${code.length} B minified, ${gzip} B gzip, ${brotli} B brotli`)
  expect(gzip).toBeLessThanOrEqual(7570)
  // The start page of the site has the figure from there.
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`${(gzip / 1000).toFixed(1)} kB gzipped`)
  // The guard guards something: all operations are in, the enums, tables and options that nobody imported are not.
  expect(code).toContain('/api/v2/rewards/epoch/summaries')
  expect(code).not.toContain('ACCOUNT_TYPE_GENERAL')
  expect(code).not.toContain('aggregationEpochs"')
  expect(code).not.toContain('x-min-block-height')
  // openapi-fetch is in, the rest of its exports are not.
  expect(code).toContain('onRequest: must return new Request()')
  expect(code).not.toContain('PathCallForwarder')
})

it('watch adds at most 1.7 kB gzipped', async () => {
  const program = await readFile(new URL('./consumer/nine-calls.ts', import.meta.url), 'utf8')
  const without = await shipped(program)
  const { code, gzip } = await shipped(`${program}
    import { watch } from '@trading-network/fetch/watch'
    for await (const { type } of watch(client.listAccounts())) console.log(type)
  `)
  console.log(`watch: ${gzip - without.gzip} B gzip`)
  expect(gzip - without.gzip).toBeLessThanOrEqual(1700)
  expect(code).toContain('preference-applied')
  expect(without.code).not.toContain('preference-applied')
})
