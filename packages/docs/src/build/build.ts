import { renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeMarkdownTwins } from './markdown-twins.ts'

/** Builds the whole site into a folder: pages by Astro, then each page as markdown. */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })

// A server may serve the last one meanwhile. Pages of removed schemas must not stay.
const out = resolve(values.out)
const fresh = `${out}.new`
rmSync(fresh, { recursive: true, force: true })
process.env.ASTRO_TELEMETRY_DISABLED = '1'
// Tests set another one, which Astro reads when it is imported.
process.env.NODE_ENV = 'production'
const { build } = await import('astro')
await build({ outDir: fresh, logLevel: 'error' })
// Crawlers look for it only at the root of a host.
if (process.env.DOCS_BASE || process.env.DOCS_PLACE) rmSync(`${fresh}/robots.txt`)
writeMarkdownTwins(fresh)
rmSync(out, { recursive: true, force: true })
renameSync(fresh, out)
