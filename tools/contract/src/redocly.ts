import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const spec = fileURLToPath(new URL('../../../spec', import.meta.url))
const command = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')

/** The result must be the same on every machine, so redocly must not use the network. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * The output of redocly, run in the folder of the contract, which has its `redocly.yaml`.
 *
 * @throws Error with redocly's own words if it fails.
 */
export async function redocly(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [command, ...args], { cwd: spec, env, maxBuffer: 2 ** 28 })
  return stdout
}
