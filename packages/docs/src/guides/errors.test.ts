import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { current } from '../contract/current.ts'
import { repository } from '../repository.ts'
import { guides } from './guides.ts'

const guide = guides.find(({ id }) => id === 'guides/errors')?.source ?? ''
const listed = [...guide.matchAll(/^\| `([A-Z_]+)` +\| (\d+) /gm)].map(([, reason, status]) => ({
  reason,
  status: Number(status),
}))

it('the guide on errors has each reason of the server', () => {
  const server = join(repository, 'packages/server/src')
  const sources = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).map(path =>
    readFileSync(join(server, path), 'utf8'),
  )
  const raised = sources
    .join()
    .matchAll(/\b(?:notFound|notReady|protocolError|errorInfo)\(\s*(?:\d+,\s*)?'(\w+)'/g)
  const reasons = new Set([...raised].map(([, reason]) => reason))
  expect(reasons.size).toBeGreaterThan(10)
  expect(listed.map(({ reason }) => reason).sort()).toEqual([...reasons].sort())
})

it('the guide on errors has the status of each reason of the contract', () => {
  const errors = current.operations
    .flatMap(({ responses }) => responses.flatMap(({ examples }) => examples))
    .filter(({ reason }) => /^[A-Z_]+$/.test(reason))
  expect(errors.length).toBeGreaterThan(10)
  for (const { reason, status } of errors) expect(listed).toContainEqual({ reason, status })
})
