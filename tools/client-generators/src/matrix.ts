import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed, run } from './commands.ts'
import type { Generator } from './generators.ts'
import { all, type Expected, judge, type Row, type Trial } from './trials.ts'

const callers = fileURLToPath(new URL('../callers/', import.meta.url))
/** Output of a failed command that a reason keeps; characters. */
const MAX_KEPT = 1500

/** The inputs that all generators share. */
export interface Trying {
  /** A folder that gets one folder for each generator. */
  readonly folder: string
  readonly contract: string
  /** Arguments of every program, and the values that it must print. Awaited when the first program is ready. */
  readonly services: Promise<{ readonly args: readonly string[]; readonly expected: Expected }>
}

/** Installs the generators from their lockfile. */
export async function install(): Promise<void> {
  const { ok, output } = await run('pnpm install --frozen-lockfile --prefer-offline', installed)
  if (!ok) throw new Error(output)
}

/** The version of a generator in the table. */
export function versionOf({ source }: Generator): string {
  if ('version' in source) return source.version
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  return dependencies[source.npm]
}

/** Tries every generator, as many at a time as there are processors. */
export async function matrix(generators: readonly Generator[], trying: Trying): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  const queue = [...generators]
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      rows.set(next.name, await tryGenerator(next, trying))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return rows
}

async function tryGenerator(generator: Generator, { folder, contract, services }: Trying): Promise<Row> {
  const { source, language, needs, command } = generator
  const place = join(folder, generator.name.replace(/\W+/g, '-'))
  prepare(place, contract, { ...language?.files, ...generator.files })
  const untested = all('not tested')
  if ('shownBy' in source) {
    const { output } = await run(source.shownBy, place)
    if (!output.includes(source.version)) return { results: untested, reasons: {} }
  }

  const generated = await run(command, place)
  if (!generated.ok) return failed('generates', generated.output)
  const results = { ...untested, generates: 'yes' as const }
  if (!language || !(await succeed([language.needs, needs], place))) return { results, reasons: {} }

  const compiled = await run(language.compile, place)
  if (!compiled.ok) return failed('compiles', compiled.output)
  const { args, expected } = await services
  const { output } = await run([language.run, ...args].join(' '), place)
  return judge(output, expected)
}

/** A folder with the contract and the program, in which the installed packages are found. */
function prepare(place: string, contract: string, files: Generator['files']): void {
  mkdirSync(place)
  cpSync(contract, join(place, 'openapi.yaml'))
  symlinkSync(join(installed, 'node_modules'), join(place, 'node_modules'), 'junction')
  for (const [name, file] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    copyFileSync(join(callers, file), join(place, name))
  }
}

async function succeed(commands: readonly (string | undefined)[], place: string): Promise<boolean> {
  for (const command of commands) if (command && !(await run(command, place)).ok) return false
  return true
}

/** Nothing after a failed step can succeed. */
function failed(step: Trial, output: string): Row {
  const results = { ...all('no'), ...(step === 'compiles' && { generates: 'yes' as const }) }
  return { results, reasons: { [step]: output.trim().slice(0, MAX_KEPT) } }
}
