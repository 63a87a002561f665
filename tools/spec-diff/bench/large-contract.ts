import type { JsonObject } from '../src/load/json.ts'

/** A made-up contract of many operations that share records, as services of a real size have them. */
export function largeContract(operations: number, isRevised = false): JsonObject {
  const schemas: JsonObject = {}
  const paths: JsonObject = {}
  for (let i = 0; i < operations; i += 1) {
    Object.assign(schemas, records(i, isRevised))
    paths[`/api/v2/things${i}/{thingId}`] = { get: operation(i, isRevised) }
  }
  schemas.PageInfo = {
    type: 'object',
    required: ['hasNextPage', ...(isRevised ? ['endCursor'] : [])],
    properties: {
      hasNextPage: { type: 'boolean' },
      endCursor: { type: 'string', description: 'The last row.' },
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: isRevised ? '2.1.0' : '2.0.0' },
    paths,
    components: { schemas },
  }
}

function records(i: number, isRevised: boolean): JsonObject {
  const fields = Array.from({ length: 22 }, (_, n) => [
    `field${n}`,
    {
      description: `What field ${n} of thing ${i} holds, scaled to the decimal places of its asset${isRevised && n === 3 ? ', always' : ''}.`,
      type: 'string',
      ...(n % 3 === 0 ? { format: 'int64', pattern: '^-?[0-9]+$' } : {}),
    },
  ])
  const values = Array.from(
    { length: 12 + (isRevised && i % 10 === 0 ? 1 : 0) },
    (_, n) => `STATUS_${i}_${n}`,
  )
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  // Neighbours refer to each other in rings of ten, so that what an operation reaches does not grow with the contract.
  const neighbour = { next: ref(`Thing${i - (i % 10) + ((i + 1) % 10)}`) }
  return {
    [`Thing${i}`]: {
      type: 'object',
      required: ['field0', 'status'],
      properties: {
        ...Object.fromEntries(fields),
        status: ref(`Status${i}`),
        parent: ref(`Thing${i}`),
        ...neighbour,
      },
    },
    [`Status${i}`]: { type: 'string', enum: values },
    [`Thing${i}Page`]: {
      type: 'object',
      properties: { nodes: { type: 'array', items: ref(`Thing${i}`) }, pageInfo: ref('PageInfo') },
    },
  }
}

function operation(i: number, isRevised: boolean): JsonObject {
  const parameter = (name: string) => ({
    name,
    in: 'query',
    description: `Leaves out every thing whose ${name} is another one; repeat it to give several.`,
    schema: { type: 'string' },
  })
  const names = [
    'partyIds',
    'marketIds',
    'assetIds',
    'status',
    'after',
    'before',
    ...(isRevised && i % 7 === 0 ? ['kind'] : []),
  ]
  return {
    operationId: `listThings${i}`,
    summary: `List things ${i}`,
    parameters: [
      { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
      ...names.map(parameter),
    ],
    responses: {
      '200': {
        description: 'A page.',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/Thing${i}Page` } } },
      },
    },
  }
}
