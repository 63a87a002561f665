import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Generator } from './generators.ts'
import { install, matrix } from './matrix.ts'
import { Services } from './services.ts'
import type { Row } from './trials.ts'

/** The guide with the table. */
export const guide = fileURLToPath(
  new URL('../../../packages/docs/guides/guides/13-generated-clients.md', import.meta.url),
)

/** The bundled contract. */
export const contract = fileURLToPath(import.meta.resolve('@trading-network/spec/openapi.yaml'))

/** Installs the generators, and tries them on the contract while the sample server runs. */
export async function tryAll(generators: readonly Generator[]): Promise<Map<string, Row>> {
  const folder = mkdtempSync(join(tmpdir(), 'generators-'))
  const starting = Services.start(folder)
  try {
    await install()
    const services = starting.then(async services => ({
      args: services.args,
      expected: await services.expected(),
    }))
    return await matrix(generators, { folder, contract, services })
  } finally {
    await starting.then(
      services => services.end(),
      () => undefined,
    )
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
