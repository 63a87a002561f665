import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { compress } from './compress.ts'
import { secureContent } from './content-security.ts'
import { addLightTheme } from './light-theme.ts'

/** Variables of vitest. Astro would take them for its own. */
const OF_VITEST = new Set(['DEV', 'PROD', 'SSR', 'MODE', 'BASE_URL', 'TEST', 'VITEST'])

/** Builds the whole site into a folder: pages by Astro, then each page's policy, then `.gz` twins. */
const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } })

// Pages of removed schemas must not stay.
rmSync(values.out, { recursive: true, force: true })
await run('astro', ['build', '--outDir', values.out])
// Crawlers look for it only at the root of a host.
if (process.env.DOCS_BASE) rmSync(`${values.out}/robots.txt`)
addLightTheme(values.out)
secureContent(values.out)
await compress(values.out)

/** Runs a tool of this package without telemetry. Shows its output only when it fails. */
function run(command: string, args: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_VITEST.has(name))),
    ASTRO_TELEMETRY_DISABLED: '1',
    // Tests set another one.
    NODE_ENV: 'production',
    // Astro runs on the Node that runs this.
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  }
  const child = spawn(`node_modules/.bin/${command}`, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.once('error', reject)
  child.once('close', code => {
    if (code === 0) return resolve()
    process.stderr.write(output)
    reject(new Error(`${command} ended with ${code}`))
  })
  return promise
}
