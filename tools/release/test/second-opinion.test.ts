import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareFiles } from '@trading-network/spec-diff'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secondOpinion } from '../src/second-opinion.ts'

const released = fileURLToPath(new URL('../../../spec/dist/openapi.json', import.meta.url))

interface Contract {
  servers: object[]
  paths: Record<string, { get: { operationId: string; parameters: Record<string, unknown>[] } }>
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opinion-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function opinion(change: (contract: Contract) => void, isBlind = false) {
  const text = readFileSync(released, 'utf8')
  const contract = JSON.parse(text) as Contract
  change(contract)
  const [base, revision] = [join(folder, 'base.json'), join(folder, 'revision.json')]
  writeFileSync(base, text)
  writeFileSync(revision, JSON.stringify(contract))
  const report = await compareFiles(base, isBlind ? base : revision)
  return secondOpinion(folder, 'base.json', 'revision.json', report)
}

const accounts = ({ paths }: Contract) => paths['/api/v2/accounts']!.get

describe('the second opinion', () => {
  it('has nothing to say about a rewritten description, another server, a new name, a default written out', async () => {
    const said = await opinion(contract => {
      contract.servers = [{ url: 'https://elsewhere.example' }]
      accounts(contract).operationId = 'accounts'
      for (const parameter of accounts(contract).parameters.filter(({ name }) => name)) {
        parameter.description =
          'A long sentence about something that nobody would have thought of before reading it.'
        parameter.style = 'form'
      }
    })
    expect(said).toEqual({ problems: [], notices: [] })
  })

  it('agrees where both see a break', async () => {
    expect(await opinion(contract => void accounts(contract).parameters.splice(0, 1))).toEqual({
      problems: [],
      notices: [],
    })
  })

  it('speaks up where ours sees none', async () => {
    const { problems } = await opinion(contract => void accounts(contract).parameters.splice(0, 1), true)
    expect(problems).toEqual([expect.stringContaining('[parameter-removed]')])
  })

  it('blocks nothing when it cannot be had', async () => {
    const { problems, notices } = await secondOpinion(
      folder,
      'no.json',
      'no.json',
      await compareFiles(released, released),
    )
    expect(problems).toEqual([])
    expect(notices).toHaveLength(1)
  })
})
