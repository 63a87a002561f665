import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, run } from './commands.ts'
import type { Generator } from './generators.ts'
import { type Service, startService } from './service.ts'
import { type Row, tryGenerator } from './trials.ts'

const bundle = fileURLToPath(import.meta.resolve('@trading-network/spec/openapi.yaml'))

/** The trials of a generator: with default settings, and with its remedy if it has one. */
export interface Tried {
  readonly byDefault: Row
  readonly remedied?: Row | undefined
}

/** Tries the generators on a contract, one after the other, and reports each as soon as it is tried. */
export async function tryAll(
  generators: readonly Generator[],
  report: (generator: Generator, tried: Tried) => void = () => {},
  contract = bundle,
): Promise<Map<string, Tried>> {
  const { ok, output } = await run('pnpm install --frozen-lockfile --prefer-offline', installed)
  if (!ok) throw new Error(output)
  const folder = mkdtempSync(join(tmpdir(), 'generators-'))
  let service: Promise<Service> | undefined
  const served = () => (service ??= startService(folder))
  const tried = new Map<string, Tried>()
  try {
    for (const generator of generators) {
      const attempt = (command: string) => {
        const inputs = { served, contract, folder: mkdtempSync(join(folder, 'trial-')) }
        return tryGenerator(generator, command, inputs)
      }
      const { name, command, remedy } = generator
      const byDefault = await attempt(command)
      const results = { byDefault, remedied: remedy && (await attempt(remedy.command)) }
      tried.set(name, results)
      report(generator, results)
    }
    return tried
  } finally {
    await (await service)?.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Failures that the table of generators does not explain, and remedies that are not needed any more; empty if none. */
export function problems({ remedy }: Generator, { byDefault, remedied }: Tried): string[] {
  const isTested = !notTested(byDefault)
  if (!remedy) return failures(byDefault)
  if (isTested && failures(byDefault).length === 0) return ['succeeds without its remedy']
  return remedied ? failures(remedied) : []
}

/** The reason why a generator was not tried, or only in part. */
export function notTested({ results, reasons }: Row): string | undefined {
  if (!Object.values(results).includes('not tested')) return undefined
  return Object.values(reasons).join('\n')
}

function failures({ results, reasons }: Row): string[] {
  return Object.entries(results)
    .filter(([, result]) => result === 'no')
    .map(([trial]) => `${trial}: no. ${reasons[trial as keyof typeof reasons] ?? ''}`)
}
