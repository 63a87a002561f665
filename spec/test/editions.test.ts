import { readdirSync, readFileSync } from 'node:fs'
import { HttpLlm, type OpenApi } from '@samchon/openapi'
import { type JSONValue, query } from 'json-p3'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { document, operations } from './contract-document.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const edition = (name: string) => JSON.parse(read(`dist/openapi-${name}.json`))

interface Overlay {
  readonly actions: readonly { readonly target: string }[]
}

const overlays = readdirSync(new URL('../overlays', import.meta.url)).filter(name => name !== 'redocly.yaml')

describe.each(overlays)('the overlay %s', name => {
  // redocly passes over a target that leads nowhere, so a renamed part would come back without a word.
  it('has targets that are in the contract', () => {
    const { actions } = parse(read(`overlays/${name}`)) as Overlay
    const nowhere = actions.filter(({ target }) => query(target, document as JSONValue).length === 0)
    expect(actions.length).toBeGreaterThan(0)
    expect(nowhere).toEqual([])
  })
})

describe('the edition for agents', () => {
  it('costs at most 20,000 characters as nine tools', () => {
    const { functions, errors } = HttpLlm.application({ document: edition('agents') as OpenApi.IDocument })
    const tools = functions.map(({ name, description, parameters, output }) => ({
      ...{ name, description, parameters, output },
    }))
    expect([tools.length, errors]).toEqual([operations.length, []])
    expect(JSON.stringify(tools).length).toBeLessThan(20_000)
  })

  it('has no reference, because some programs lose what one leads to', () => {
    expect(read('dist/openapi-agents.json')).not.toContain('$ref')
  })
})

describe.each([
  ['agents', ['pagination.last', 'pagination.before']],
  ['tools', ['pagination.last', 'pagination.before', 'pagination.after']],
])('the edition for %s', (name, gone) => {
  it('has no header and one way through the pages, and each other parameter of the contract', () => {
    const names = (contract: object) =>
      JSON.stringify(contract).matchAll(/"name":"([^"]+)","in":"(?:path|query|header)"/g)
    const left = new Set(Array.from(names(edition(name)), ([, name]) => name))
    const all = new Set(Array.from(names(document), ([, name]) => name))
    const headers = ['If-None-Match', 'Prefer', 'X-Min-Block-Height', 'X-Request-Id']
    expect([...all].filter(name => !left.has(name)).sort()).toEqual([...gone, ...headers].sort())
  })
})
