import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'

interface Action {
  inputs: Record<string, { required?: boolean; default?: string }>
  runs: { steps: { shell: string; env: Record<string, string>; run: string }[] }
}

const own = fileURLToPath(new URL('..', import.meta.url))
const { inputs, runs } = parse(readFileSync(join(own, 'action.yml'), 'utf8')) as Action
const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string }

/** A repository whose last commit changed the contract, and an `npx` that starts this source instead of the package. */
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
  mkdirSync(join(folder, 'bin'))
  const npx = join(folder, 'bin/npx')
  writeFileSync(
    npx,
    `#!/bin/sh
[ "$1 $2" = "-y @trading-network/spec-diff@${version}" ] || exit 99
shift 2
exec "${process.execPath}" "${join(own, 'src/cli.ts')}" "$@"
`,
  )
  chmodSync(npx, 0o755)
  return folder
}

/** Runs the steps of the action as GitHub does: each input in its variable, `bash` with its options. */
function runAction(folder: string, given: Record<string, string>) {
  const input = (name: string) => given[name] ?? inputs[name]?.default ?? ''
  const summary = join(folder, 'summary.md')
  writeFileSync(summary, '')
  const results = runs.steps.map(({ run, env }) => {
    const texts = Object.entries(env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input_) => input(input_)),
    ])
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...Object.fromEntries(texts),
        PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
        GITHUB_ACTION_PATH: own,
        GITHUB_STEP_SUMMARY: summary,
      },
    })
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
