import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const names = readdirSync(`${root}/.github/workflows`)
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  scripts: Record<string, string>
}
/** What pnpm does itself, or is told for another package. */
const builtIn = ['install', 'exec', 'test', '--filter']

interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}

interface Workflow {
  permissions?: Record<string, string>
  jobs: Record<string, Job>
}

const workflow = (name: string) =>
  parse(readFileSync(`${root}/.github/workflows/${name}`, 'utf8')) as Workflow

it.each(names)('%s runs commands that there are, with rights it names and an end', name => {
  const { permissions, jobs } = workflow(name)
  expect(permissions).toBeDefined()
  for (const { steps, 'timeout-minutes': minutes } of Object.values(jobs)) {
    expect(minutes).toBeGreaterThan(0)
    const texts = steps.flatMap(({ run, with: given }) => [run ?? '', String(given?.version ?? '')])
    for (const [, word = ''] of texts.join('\n').matchAll(/npx -y pnpm (\S+)/g))
      expect([...Object.keys(scripts), ...builtIn]).toContain(word)
    for (const [, file = ''] of texts.join('\n').matchAll(/bash (\S+)/g))
      expect(existsSync(`${root}/${file}`)).toBe(true)
  }
})

it.each(names)('%s runs actions at a commit, and none that tests may write or sign', name => {
  const { permissions, jobs } = workflow(name)
  for (const job of Object.values(jobs)) {
    for (const { uses } of job.steps) if (uses) expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/)
    const rights = Object.values(job.permissions ?? permissions ?? {})
    const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))
    // What may not push needs no credentials in its checkout.
    if (checkout && !JSON.stringify(job.permissions ?? permissions).includes('"contents":"write"'))
      expect(checkout.with).toMatchObject({ 'persist-credentials': false })
    if (job.steps.some(({ run }) => run?.includes('.ci/run'))) expect(rights).not.toContain('write')
  }
})
