import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { SampleNetwork } from '../../src/commands/sample/sample-network.ts'
import { operations } from '../../src/network/open-network.ts'
import { running } from '../running.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const schemas: Readonly<Record<string, Schema>> = contract.components.schemas

/** Adds the fields of a value, each as `Account.balance`. */
function addFields(seen: Set<string>, schema: Schema, value: unknown): void {
  const name = schema.$ref?.split('/').at(-1) ?? ''
  const { properties, items } = schemas[name] ?? schema
  if (Array.isArray(value)) for (const each of value) addFields(seen, items ?? {}, each)
  for (const [field, part] of Object.entries(properties ?? {})) {
    const inner = (value as Record<string, unknown> | undefined)?.[field]
    if (inner === undefined) continue
    seen.add(`${name}.${field}`)
    addFields(seen, part, inner)
  }
}

/** All fields that a response can have. */
function allFields(schema: Schema, found = new Set<string>()): Set<string> {
  const name = schema.$ref?.split('/').at(-1) ?? ''
  const { properties = {}, items } = schemas[name] ?? schema
  for (const [field, part] of Object.entries(properties)) {
    if (found.has(`${name}.${field}`)) continue
    found.add(`${name}.${field}`)
    allFields(part, found)
  }
  return items ? allFields(items, found) : found
}

const server = await running([...new SampleNetwork().past()].flat())

it.each(operations)(
  'the sample network has each field of $operationId',
  async ({ operationId, path, page }) => {
    const { schema } =
      contract.paths[path as '/api/v2/accounts'].get.responses[200].content['application/json']
    const examples = Object.entries(contract.components.examples)
    const seen = new Set<string>()
    for (const [name, { value }] of examples) if (name.startsWith(operationId)) addFields(seen, schema, value)
    // The examples are records of the network; it simulates more of them for the lists of all parties.
    if (page && !path.includes('{') && operationId !== 'listNodeSignatures')
      addFields(seen, schema, (await server.get(`${path}?pagination.first=5000`)).body)
    const missing = [...allFields(schema)].filter(field => !seen.has(field))
    expect(
      missing,
      'Write the field in the projection of the record (packages/server/src/projections), and give it to an example (spec/examples).',
    ).toEqual([])
  },
)
