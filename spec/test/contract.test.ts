import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { at, document, type Node, operations } from './contract-document.ts'

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

describe('the contract', () => {
  it('has the version of its package', () => {
    expect((document.info as Node).version).toBe((JSON.parse(read('package.json')) as Node).version)
  })

  it('is the same in both bundles', () => {
    expect(parse(read('dist/openapi.yaml'))).toEqual(document)
  })

  it('holds the nine operations', () => {
    expect(operations.map(({ operationId }) => operationId)).toEqual([
      'listFundingPeriodDataPoints',
      'listEpochRewardSummaries',
      'listReferralSetReferees',
      'listStopOrders',
      'listAccounts',
      'listLiquidityProvisions',
      'getStake',
      'listNodeSignatures',
      'getOrder',
    ])
  })

  it('[API-5] names every field in lowerCamelCase', () => {
    const schemas = Object.values(at('#/components/schemas') as Record<string, Node>)
    const fields = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}))
    expect(fields.length).toBeGreaterThan(100)
    expect(fields.filter(field => !/^[a-z][A-Za-z]*$/.test(field))).toEqual(['@type'])
  })

  it('gives every component a plain name, without traces of where it was bundled from', () => {
    const { schemas, parameters, headers, responses } = at('#/components') as Record<string, Node>
    const names = [schemas, parameters, headers, responses].flatMap(components =>
      Object.keys(components ?? {}),
    )
    expect(names.filter(name => !/^([A-Z][a-z0-9]*)+$/.test(name))).toEqual([])
  })

  it('says in words which short names a request may always give, and lets answers carry them and others', () => {
    const { AssetId, ResourceId } = at('#/components/schemas') as Record<string, Node>
    expect(AssetId?.['x-tn-well-known']).toEqual(ResourceId?.['x-tn-well-known'])
    for (const schema of [AssetId, ResourceId]) {
      const names = schema?.['x-tn-well-known'] as string[]
      expect(names).toHaveLength(11)
      expect(schema?.description).toContain(`a well-known name (${names.join(', ')})`)
      for (const name of [...names, 'myToken']) expect(name).toMatch(new RegExp(schema?.pattern as string))
    }
  })
})
