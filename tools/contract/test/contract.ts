import type { Contract } from '../src/gen/contract.ts'

/** A contract of one list and one single record, with one case of everything the generators tell apart. */
export const contract: Contract & Record<string, unknown> = {
  openapi: '3.1.0',
  info: { title: 'Fixture', version: '1.0.0' },
  paths: {
    '/api/ledgers/{ledgerId}/entries': {
      get: {
        operationId: 'listEntries',
        summary: 'List entries',
        description: 'Entries of a ledger.\nNewest first.',
        'x-redoclyPagination': { items: '/entries/edges' },
        parameters: [
          {
            name: 'ledgerId',
            in: 'path',
            required: true,
            description: 'The ledger.',
            schema: { type: 'string' },
          },
          {
            name: 'filter.kinds',
            in: 'query',
            description: 'Only these kinds.',
            schema: { type: 'array', items: { $ref: '#/components/schemas/EntryKind' } },
          },
          { name: 'filter.since', in: 'query', schema: { $ref: '#/components/schemas/UnixNanos' } },
          {
            name: 'filter.numbers',
            in: 'query',
            schema: { type: 'array', items: { $ref: '#/components/schemas/EntryNumber' } },
          },
          {
            name: 'filter.tags',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
          },
          { $ref: '#/components/parameters/First' },
          { name: 'X-Request-Id', in: 'header', schema: { type: 'string' } },
        ],
        responses: { '200': { $ref: '#/components/responses/Entries' } },
      },
    },
    '/api/version': {
      get: {
        operationId: 'getVersion',
        responses: {
          '200': {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/VersionRecord' } } },
          },
        },
      },
    },
  },
  components: {
    parameters: {
      First: {
        name: 'pagination.first',
        in: 'query',
        description: 'Size of the page.',
        schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 500, default: 100 },
      },
    },
    responses: {
      Entries: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/EntryList' } } },
      },
    },
    schemas: {
      UnixNanos: { description: 'A time.', type: 'string', format: 'int64', 'x-tn-unit': 'unix-nanoseconds' },
      EntryKind: {
        description: 'Kind of an entry.',
        type: 'string',
        enum: ['KIND_UNSPECIFIED', 'KIND_DEBIT', 'KIND_CREDIT', 'REVERSAL'],
        'x-enumDescriptions': {
          KIND_UNSPECIFIED: 'Never valid.',
          KIND_DEBIT: "Takes from the owner's balance.",
          KIND_CREDIT: 'Adds to it.',
          REVERSAL: 'Undoes another entry.',
        },
      },
      OpenEntryKind: {
        description: 'A kind, or a later one.',
        anyOf: [{ $ref: '#/components/schemas/EntryKind' }, { type: 'string' }],
      },
      EntryNumber: { description: 'Number of an entry.', type: 'string', format: 'uint64' },
      Entry: {
        description: 'One entry.',
        type: 'object',
        required: ['kind', 'at', 'serial', 'amount', '@type', 'tags'],
        properties: {
          kind: { description: 'What it does.', $ref: '#/components/schemas/OpenEntryKind' },
          at: { $ref: '#/components/schemas/UnixNanos' },
          serial: { description: 'Number of the entry.', type: 'string', format: 'uint64' },
          amount: {
            description: 'Moved amount.',
            type: 'string',
            format: 'amount',
            pattern: '^-?[0-9]+$',
          },
          limit: { description: 'Maximum amount.', type: 'string', format: 'amount', pattern: '^[0-9]*$' },
          '@type': { description: 'Kind of record.', const: 'entry' },
          tags: { type: 'array', items: { $ref: '#/components/schemas/OpenEntryKind' } },
          facts: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      EntryEdge: {
        type: 'object',
        required: ['node'],
        properties: { node: { $ref: '#/components/schemas/Entry' } },
      },
      EntryPage: {
        type: 'object',
        required: ['edges'],
        properties: { edges: { type: 'array', items: { $ref: '#/components/schemas/EntryEdge' } } },
      },
      EntryList: {
        type: 'object',
        required: ['entries'],
        properties: { entries: { $ref: '#/components/schemas/EntryPage' } },
      },
      VersionRecord: { type: 'object', properties: { ready: { type: 'boolean' } } },
    },
  },
}

/** The same as far as answers of the real contract go: a constant is a plain text, and nothing has bounds. */
export const plainContract: Contract = JSON.parse(
  JSON.stringify(contract, (key, value) => {
    if (['minimum', 'maximum'].includes(key)) return undefined
    return value?.const === undefined ? value : { type: 'string' }
  }),
)
