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

interface Workflow {
  permissions?: Record<string, string>
  jobs: Record<
    string,
    { 'timeout-minutes'?: number; steps: { run?: string; with?: Record<string, unknown> }[] }
  >
}

it.each(names)('%s runs commands that there are, with rights it names and an end', name => {
  const { permissions, jobs } = parse(readFileSync(`${root}/.github/workflows/${name}`, 'utf8')) as Workflow
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
