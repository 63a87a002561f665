import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import type { Service } from './service.ts'

/** A generator, and the commands that try it; `generators.yaml` explains the fields. */
export interface Generator {
  readonly name: string
  readonly language: string
  readonly install: string
  readonly generate: string
  readonly try: string
}

export interface Outcome {
  readonly verdict: 'as expected' | 'not tested' | 'failed'
  /** Empty if the verdict is as expected. */
  readonly reason: string
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const packages = fileOf('../node_modules')
export const generators: readonly Generator[] = parse(readFileSync(fileOf('../generators.yaml'), 'utf8'))
export const contracts = ['openapi.yaml', 'openapi-3.0.json'].map(name =>
  fileURLToPath(import.meta.resolve(`@trading-network/spec/${name}`)),
)

/** Output of a failed command that a reason keeps; characters. */
const MAX_KEPT = 1500

/** Generates a client, compiles the program that uses it, and compares the values that it prints. */
export async function tryGenerator(generator: Generator, service: Service): Promise<Outcome> {
  const folder = mkdtempSync(join(service.folder, 'trial-'))
  for (const contract of contracts) cpSync(contract, join(folder, basename(contract)))
  cpSync(fileOf(`../callers/${generator.language}`), folder, { recursive: true })
  symlinkSync(packages, join(folder, 'node_modules'), 'junction')
  const installation = await run(generator.install, folder)
  if (!installation.ok) return { verdict: 'not tested', reason: installation.output }
  const { ok, output } = await run(`${generator.generate}\n${generator.try}`, folder, service.args)
  const reason = ok ? problems(output, service.expected).join('\n') : output
  return { verdict: reason ? 'failed' : 'as expected', reason }
}

/** The calls that did not print the expected value. A program prints a line of JSON for each call. */
export function problems(output: string, expected: Service['expected']): string[] {
  // Maven leaves a colour code without a line break.
  const lines = output.match(/\{".*/g) ?? []
  const printed = lines.map(line => JSON.parse(line) as { call: string; value?: unknown; failure?: string })
  return Object.entries(expected).flatMap(([call, value]) => {
    const line = printed.find(line => line.call === call)
    if (isDeepStrictEqual(withoutAbsent(line?.value), withoutAbsent(value))) return []
    return `${call}: ${line ? (line.failure ?? JSON.stringify(line.value)) : 'nothing'}`.slice(0, MAX_KEPT)
  })
}

/** Clients write an absent field as null or an empty list, or leave it out. */
function withoutAbsent(value: unknown): unknown {
  const isAbsent = (inner: unknown) => inner === null || (Array.isArray(inner) && inner.length === 0)
  return value && JSON.parse(JSON.stringify(value, (_, inner) => (isAbsent(inner) ? undefined : inner)))
}

/** Runs shell commands in a folder until one fails. Programs in its `tools/bin` come first. Nothing reports its use. */
export function run(commands: string, cwd: string, args: readonly string[] = []) {
  const path = [join(cwd, 'tools/bin'), join(packages, '.bin'), dirname(process.execPath), process.env.PATH]
  const env = {
    ...process.env,
    PATH: path.join(delimiter),
    DO_NOT_TRACK: '1',
    GOTOOLCHAIN: 'local',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  return new Promise<{ ok: boolean; output: string }>(resolve => {
    const settings = { cwd, env, maxBuffer: 2 ** 26 }
    execFile('sh', ['-exc', commands, 'sh', ...args], settings, (error, stdout, stderr) =>
      resolve({ ok: !error, output: error ? (stdout + stderr).trim().slice(-MAX_KEPT) : stdout }),
    )
  })
}
