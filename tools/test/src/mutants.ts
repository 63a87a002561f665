import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** The sources that are changed. Each part is a run of Stryker, so that a night may have one of them. */
const PARTS: Readonly<Record<string, string>> = {
  parameters: 'packages/server/src/parameters/**/*.ts',
  operations: 'packages/server/src/operations/**/*.ts',
  responses: 'packages/server/src/responses/**/*.ts',
  projections: 'packages/server/src/projections/**/*.ts',
  ingest: 'packages/server/src/ingest/**/*.ts',
  reading: 'packages/server/src/store/reading/**/*.ts',
  client: 'packages/fetch/src/*.ts',
  watch: 'packages/fetch/src/watch/**/*.ts',
  gate: 'tools/contract/src/diff/**/*.ts',
}
const NO_SOURCES = ['!**/generated/**', '!**/*.test.ts', '!**/*.test-d.ts']
const report = join(root, 'node_modules/.cache/mutants/report.json')

interface Mutant {
  readonly status: string
  readonly mutatorName: string
  readonly replacement?: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

/** Prints the share of the mutants that a test notices, and each that none does. Returns false if Stryker failed. */
function tried(name: string, mutate: string): boolean {
  rmSync(report, { force: true })
  const stryker = join(root, 'tools/test/node_modules/.bin/stryker')
  const args = ['run', 'tools/test/stryker.config.mjs', '--mutate', [mutate, ...NO_SOURCES].join(',')]
  const [folder] = /^\w+\/\w+\//.exec(mutate) ?? []
  const env = { ...process.env, MUTATED_PACKAGE: folder }
  const { status } = spawnSync(stryker, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) {
    process.stdout.write(`${name}: Stryker ended with ${status}\n`)
    return false
  }
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
    files: Record<string, { mutants: readonly Mutant[] }>
  }
  const mutants = Object.entries(files).flatMap(([path, { mutants }]) =>
    mutants.map(mutant => ({ ...mutant, path })),
  )
  const noticed = mutants.filter(each => each.status === 'Killed' || each.status === 'Timeout')
  const survivors = mutants.filter(each => each.status === 'Survived' || each.status === 'NoCoverage')
  for (const { path, location, status, mutatorName, replacement = '' } of survivors)
    process.stdout.write(
      `${status} ${path}:${location.start.line}:${location.start.column} ${mutatorName}: ${replacement.replace(/\s+/g, ' ')}\n`,
    )
  const valid = noticed.length + survivors.length
  const share = valid === 0 ? '-' : ((100 * noticed.length) / valid).toFixed(1)
  process.stdout.write(`${name}: ${share} %, ${noticed.length} of ${valid} mutants are noticed\n`)
  return true
}

const names = process.argv.slice(2)
const unknown = names.find(name => !(name in PARTS) && !name.endsWith('.ts'))
if (unknown !== undefined) {
  process.stderr.write(
    `error: ${unknown} is no part and no pattern of .ts files: ${Object.keys(PARTS).join(', ')}\n`,
  )
  process.exitCode = 2
} else {
  const chosen = names.length > 0 ? names : Object.keys(PARTS)
  const results = chosen.map(name => tried(name, PARTS[name] ?? name))
  process.exitCode = results.every(Boolean) ? 0 : 1
}
