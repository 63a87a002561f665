import type { JsonObject } from '../../src/load/json.ts'

/** A small contract with one of everything; each case changes one thing of it. */
export const things: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0', description: 'Things of all kinds.' },
  servers: [{ url: 'https://things.example', variables: {} }],
  tags: [{ name: 'Things' }],
  security: [{ key: [] }],
  paths: {
    '/things/{thingId}': {
      summary: 'One thing.',
      get: {
        operationId: 'getThing',
        tags: ['Things'],
        summary: 'Get a thing',
        description: 'The thing.',
        parameters: [
          { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'fields', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'limit', in: 'query', required: true, schema: { type: 'integer', default: 5 } },
          { name: 'Trace', in: 'header', description: 'Follows a call.', schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'It.',
            headers: {
              ETag: { required: true, schema: { type: 'string' } },
              Age: { schema: { type: 'integer' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            links: { again: { operationId: 'getThing' } },
          },
          '404': {
            description: 'None.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
          default: {
            description: 'Trouble.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        },
      },
    },
    '/things': {
      post: {
        operationId: 'addThing',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: { '201': { description: 'Added.' } },
        callbacks: {
          added: {
            '{$request.body#/url}': {
              post: {
                requestBody: {
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/Notice' } } },
                },
                responses: { '200': { description: 'Seen.' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          kind: { enum: ['a', 'b'] },
          parent: { $ref: '#/components/schemas/Thing' },
        },
      },
      Problem: { type: 'object', properties: { code: { type: 'integer' } } },
      Notice: { type: 'object', properties: { what: { type: 'string' } } },
      Unused: { type: 'object', properties: { note: { type: 'string' } } },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://things.example/token', scopes: { read: 'Read.' } } },
      },
    },
  },
}
