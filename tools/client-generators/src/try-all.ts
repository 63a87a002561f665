import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, run } from './commands.ts'
import type { Generator } from './generators.ts'
import { startService } from './service.ts'
import { type Row, tryGenerator } from './trials.ts'

/** The bundled contract. */
const bundle = fileURLToPath(import.meta.resolve('@trading-network/spec/openapi.yaml'))

/** The trials of a generator: with default settings, and with its remedy if it has one. */
export interface Tried {
  readonly byDefault: Row
  readonly remedied?: Row
}

/** Tries the generators on a contract, one after the other. */
export async function tryAll(
  generators: readonly Generator[],
  contract = bundle,
): Promise<Map<string, Tried>> {
  const folder = mkdtempSync(join(tmpdir(), 'generators-'))
  const trials = join(folder, 'trials')
  mkdirSync(trials)
  const { ok, output } = await run('pnpm install --frozen-lockfile --prefer-offline', installed)
  if (!ok) throw new Error(output)
  const service = await startService(folder)
  const inputs = { folder: trials, contract, args: service.args, expected: service.expected }
  try {
    const tried = new Map<string, Tried>()
    for (const generator of generators) {
      const { name, command, remedy } = generator
      const byDefault = await tryGenerator(generator, command, inputs)
      const remedied = remedy && { remedied: await tryGenerator(generator, remedy.command, inputs) }
      tried.set(name, { byDefault, ...remedied })
    }
    return tried
  } finally {
    await service.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
