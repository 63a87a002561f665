import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
const plugin = fileURLToPath(new URL('../lint/plugin.ts', import.meta.url))

/** The report of a rule about a document. */
export interface Problem {
  readonly rule: string
  readonly message: string
}

interface Report {
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[]
}

const problemOf = ({ ruleId, message }: Report['problems'][number]): Problem => ({
  rule: ruleId.replace(/^(contract|rule)\//, ''),
  message,
})

/**
 * Lints documents, each given by a name, with rules of our plugin alone. One run of redocly serves all of them, because
 * starting it takes longer than linting.
 *
 * @param rules - The `rules` section of a redocly.yaml.
 * @returns Per name, the problems found.
 */
export function lintDocuments(
  documents: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, unknown>>,
): Record<string, Problem[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'))
  try {
    const names = Object.keys(documents)
    for (const name of names) writeFileSync(join(folder, `${name}.json`), JSON.stringify(documents[name]))
    writeFileSync(
      join(folder, 'redocly.yaml'),
      JSON.stringify({ telemetry: 'off', plugins: [plugin], rules }),
    )
    const reports = redoclyLint(
      folder,
      names.map(name => `${name}.json`),
    )
    return Object.fromEntries(names.map((name, i) => [name, reports[i]!.problems.map(problemOf)]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One report per file. redocly prints them one straight after the other, and fails when it finds a problem. */
function redoclyLint(folder: string, files: readonly string[]): Report[] {
  const program = [redocly, 'lint', ...files, '--format', 'json', '--max-problems', '1000']
  const { stdout } = spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8' })
  return stdout.split(/(?<=^\})(?=\{)/m).map(text => JSON.parse(text) as Report)
}
