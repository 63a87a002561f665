import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeMarkdownTwins } from './markdown-twins.ts'

/** Builds the whole site into a folder: pages by Astro, then each page as markdown. */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })

// Pages of removed schemas must not stay.
rmSync(values.out, { recursive: true, force: true })
process.env.ASTRO_TELEMETRY_DISABLED = '1'
// Tests set another one, which Astro reads when it is imported.
process.env.NODE_ENV = 'production'
const { build } = await import('astro')
await build({ outDir: values.out, logLevel: 'error' })
// Crawlers look for it only at the root of a host.
if (process.env.DOCS_BASE || process.env.DOCS_PLACE) rmSync(`${values.out}/robots.txt`)
writeMarkdownTwins(values.out)
