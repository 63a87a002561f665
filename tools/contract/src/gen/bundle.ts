import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** A bundle must be the same on every machine, so redocly must not use the network. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * Bundles the contract (`main` in redocly.yaml) into single documents, with every example in place.
 *
 * @returns The text of each bundle by its path from the root of the repository: `spec/dist/openapi.json` and `.yaml`.
 *   Nothing is written to those paths.
 * @throws Error with redocly's own words when a file of the contract is missing or a reference does not resolve.
 */
export async function bundle(): Promise<Record<string, string>> {
  const [json, yaml] = await Promise.all([bundled('json'), bundled('yaml')])
  return { 'spec/dist/openapi.json': json, 'spec/dist/openapi.yaml': yaml }
}

/** The text of one bundle. */
export async function bundled(format: 'json' | 'yaml'): Promise<string> {
  const args = [redocly, 'bundle', 'main', '--ext', format]
  const { stdout } = await run(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26 })
  return `${stdout.trimEnd()}\n`
}
