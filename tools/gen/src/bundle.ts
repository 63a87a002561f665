import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
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
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  try {
    const names = ['openapi.json', 'openapi.yaml']
    const texts = await Promise.all(names.map(name => bundled(join(folder, name))))
    return Object.fromEntries(names.map((name, i) => [`spec/dist/${name}`, texts[i]!]))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function bundled(file: string): Promise<string> {
  await run(process.execPath, [redocly, 'bundle', 'main', '--output', file], { cwd: root, env })
  return `${(await readFile(file, 'utf8')).trimEnd()}\n`
}
