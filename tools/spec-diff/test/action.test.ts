import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  runs: { steps: { shell: string; env: Record<string, string>; run: string }[] }
}

const own = fileURLToPath(new URL('..', import.meta.url))
const root = join(own, '../..')
const { inputs, runs } = load(readFileSync(join(own, 'action.yml'), 'utf8')) as Action
/** The first line of the script, which installs. One installation serves all tests. */
const INSTALL = /^npx .*\n/

/** The action as GitHub checks it out, without anything installed. */
let checkout: string
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'action-checkout-'))
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])
    cpSync(join(root, file), join(checkout, file))
  for (const file of ['package.json', 'src'])
    cpSync(join(own, file), join(checkout, 'tools/spec-diff', file), { recursive: true })
  const [line = ''] = INSTALL.exec(runs.steps[0]!.run) ?? []
  const { status, stderr } = bash(line, checkout, {})
  expect(status, stderr).toBe(0)
  return () => rmSync(checkout, { recursive: true })
})

/** A repository whose last commit changed the contract. */
function repository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'action-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '-q')
  for (const release of ['1.4.0', '1.5.0']) {
    cpSync(join(own, 'test/shop', release), folder, { recursive: true })
    git('add', '-A')
    git('-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com', 'commit', '-qm', release)
  }
  return folder
}

/** Runs a script as GitHub does. */
function bash(script: string, cwd: string, env: Record<string, string>) {
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      GITHUB_ACTION_PATH: join(checkout, 'tools/spec-diff'),
      ...env,
    },
  })
}

/** Runs the steps of the installed action, with each input in its variable. */
function runAction(folder: string, given: Record<string, string>) {
  const input = (name: string) => given[name] ?? inputs[name]?.default ?? ''
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, '')
  const results = runs.steps.map(({ run, env }) => {
    const texts = Object.entries(env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input_) => input(input_)),
    ])
    const script = run.replace(INSTALL, '')
    return bash(script, folder, { ...Object.fromEntries(texts), GITHUB_STEP_SUMMARY: summary })
  })
  return {
    code: Math.max(...results.map(({ status }) => status ?? 1)),
    output: results.map(({ stdout, stderr }) => stdout + stderr).join(''),
    summary: readFileSync(summary, 'utf8'),
  }
}

const documents = { base: 'HEAD~1:openapi.yaml', revision: 'openapi.yaml' }

it('annotates the lines, writes a summary, and fails at a breaking change', () => {
  const { code, output, summary } = runAction(repository(), documents)
  expect(code).toBe(1)
  expect(output).toMatch(/^::error file=(openapi|records)\.yaml,line=\d+,title=breaking/im)
  expect(summary).toContain('no longer accepts ESSAY')
})

it('passes on every input', () => {
  const folder = repository()
  expect(runAction(folder, { ...documents, 'fail-on': 'none' }).code).toBe(0)
  expect(runAction(folder, { ...documents, surface: 'nowhere' })).toMatchObject({ code: 2 })
  writeFileSync(join(folder, 'decisions file.yaml'), 'severity: { no-such-rule: breaking }\n')
  const { code, output } = runAction(folder, { ...documents, config: 'decisions file.yaml' })
  expect(code).toBe(2)
  expect(output).toContain('no-such-rule')
})

it('puts no input into the text of a script', () => {
  for (const { run, shell } of runs.steps) {
    expect(run).not.toContain('${{')
    expect(shell).toBe('bash')
  }
  const used = runs.steps.flatMap(({ env }) => Object.values(env))
  expect(used.sort()).toEqual(
    Object.keys(inputs)
      .map(name => `\${{ inputs.${name} }}`)
      .sort(),
  )
})

it('runs its own source, and no package of a registry by its own name', () => {
  const script = runs.steps.map(({ run }) => run).join('\n')
  expect(script.match(/\b(npx|npm|dlx)\b.*/g)).toEqual([expect.stringMatching(/^npx -y pnpm@[\d.]+ --dir /)])
  expect(script.match(/\S+ \S*@trading-network\S*/g)).toEqual(['--filter @trading-network/spec-diff'])
})
