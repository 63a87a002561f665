import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, run } from './commands.ts'
import type { Generator } from './generators.ts'
import { startService } from './service.ts'
import { type Inputs, type Row, tryGenerator } from './trials.ts'

/** The bundled contract. */
const bundle = fileURLToPath(import.meta.resolve('@trading-network/spec/openapi.yaml'))

/** The trials of a generator: with default settings, and with its remedy if it has one. */
export interface Tried {
  readonly byDefault: Row
  readonly remedied?: Row
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
  try {
    const service = await startService(folder)
    const inputs = { folder: join(folder, 'trials'), contract, ...service }
    mkdirSync(inputs.folder)
    return await tryEach(generators, inputs, report).finally(service.end)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function tryEach(
  generators: readonly Generator[],
  inputs: Inputs,
  report: (generator: Generator, tried: Tried) => void,
): Promise<Map<string, Tried>> {
  const tried = new Map<string, Tried>()
  for (const generator of generators) {
    const { name, command, remedy } = generator
    const byDefault = await tryGenerator(generator, command, inputs)
    const remedied = remedy && { remedied: await tryGenerator(generator, remedy.command, inputs) }
    const results = { byDefault, ...remedied }
    tried.set(name, results)
    report(generator, results)
  }
  return tried
}
