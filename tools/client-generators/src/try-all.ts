import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, run } from './commands.ts'
import type { Generator } from './generators.ts'
import { type Service, startService } from './service.ts'
import { type Row, tryGenerator } from './trials.ts'

export const contracts = ['openapi.yaml', 'openapi-3.0.json'].map(name =>
  fileURLToPath(import.meta.resolve(`@trading-network/spec/${name}`)),
)

/** The generators of npm are installed once. */
let installation: ReturnType<typeof run> | undefined

/** Tries the generators one after the other, and reports each as soon as it is tried. */
export async function tryAll(
  generators: readonly Generator[],
  report: (generator: Generator, row: Row) => void = () => {},
  files = contracts,
): Promise<Map<string, Row>> {
  installation ??= run('pnpm install --frozen-lockfile --prefer-offline', installed)
  const { ok, output } = await installation
  if (!ok) throw new Error(output)
  const folder = mkdtempSync(join(tmpdir(), 'generators-'))
  let service: Promise<Service> | undefined
  const served = () => (service ??= startService(folder))
  const tried = new Map<string, Row>()
  try {
    for (const generator of generators) {
      const place = mkdtempSync(join(folder, 'trial-'))
      const row = await tryGenerator(generator, { served, contracts: files, folder: place })
      tried.set(generator.name, row)
      report(generator, row)
    }
    return tried
  } finally {
    await (await service)?.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The failures of a generator; empty if none. */
export function problems({ results, reasons }: Row): string[] {
  return Object.entries(results)
    .filter(([, result]) => result === 'no')
    .map(([trial]) => `${trial}: no. ${reasons[trial as keyof typeof reasons] ?? ''}`)
}

/** The reason why a generator was not tried, or only in part. */
export function notTested({ results, reasons }: Row): string | undefined {
  if (!Object.values(results).includes('not tested')) return undefined
  return Object.values(reasons).join('\n')
}
