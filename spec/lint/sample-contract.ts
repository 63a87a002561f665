const text = (description: string, more: object = {}) => ({ description, type: 'string', ...more })
const object = (description: string, properties: Readonly<Record<string, object>>) => ({
  description,
  type: 'object',
  'x-tn-provenance': { required: 'our-decision' },
  required: Object.keys(properties),
  properties,
})
const paging = (name: string) => ({
  name,
  in: 'query',
  description: 'Paging.',
  schema: { type: 'string' },
  example: '1',
})
const announcing = Object.fromEntries(
  ['Deprecation', 'Sunset'].map(name => [
    name,
    { description: 'A deprecation.', 'x-tn-provenance': 'our-decision', schema: { type: 'string' } },
  ]),
)
const ref = (place: string) => ({ $ref: `#/components/${place}` })

/** A contract as small as can be that keeps every rule: one paged list of lamps. Made anew, to be broken by a test. */
export function sampleContract() {
  return {
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1.0.0' },
    paths: {
      '/lamps': {
        get: {
          operationId: 'listLamps',
          summary: 'List lamps',
          description: 'All lamps.',
          'x-tn-provenance': { description: 'our-decision' },
          'x-redoclyPagination': {
            style: 'cursor',
            cursorParam: 'pagination.after',
            limitParam: 'pagination.first',
            items: '/lamps/edges',
            nextCursor: '/lamps/pageInfo/endCursor',
            hasMore: '/lamps/pageInfo/hasNextPage',
          },
          parameters: [
            {
              name: 'colour',
              in: 'query',
              description: 'Only lamps of this colour.',
              'x-tn-provenance': 'our-decision',
              schema: ref('schemas/Colour'),
              example: 'RED',
            },
            ...['First', 'After', 'Last', 'Before', 'NewestFirst'].map(name =>
              ref(`parameters/Pagination${name}`),
            ),
          ],
          responses: {
            200: {
              description: 'A page of lamps.',
              headers: {
                ...announcing,
                'X-Height': {
                  description: 'Height, in metres.',
                  'x-tn-provenance': 'our-decision',
                  schema: { type: 'string' },
                },
              },
              content: {
                'application/json': {
                  schema: ref('schemas/LampList'),
                  examples: {
                    empty: {
                      summary: 'No lamps',
                      'x-tn-request': { operationId: 'listLamps' },
                      'x-tn-response': { status: 200 },
                    },
                  },
                },
              },
            },
            304: { description: 'As before.', 'x-tn-provenance': 'our-decision', headers: announcing },
            400: { description: 'Wrong.', 'x-tn-provenance': 'our-decision' },
            405: { description: 'Not with this method.', 'x-tn-provenance': 'our-decision' },
            429: { description: 'Too much.', 'x-tn-provenance': 'our-decision' },
            500: { description: 'Broken.' },
            503: { description: 'Later.', 'x-tn-provenance': 'our-decision' },
            default: { description: 'Any other error.' },
          },
        },
      },
    },
    components: {
      parameters: Object.fromEntries(
        ['First', 'After', 'Last', 'Before', 'NewestFirst'].map(name => [`Pagination${name}`, paging(name)]),
      ),
      schemas: {
        LampList: object('The answer.', {
          lamps: { description: 'The page.', ...ref('schemas/LampPage') },
        }),
        LampPage: object('A page.', {
          edges: { description: 'The rows.', type: 'array', items: ref('schemas/LampEdge') },
          pageInfo: { description: 'Where it stands.', ...ref('schemas/PageInfo') },
        }),
        LampEdge: object('A row.', {
          cursor: text('Names the row.'),
          node: { description: 'The lamp.', ...ref('schemas/Lamp') },
        }),
        PageInfo: object('Where a page stands.', { endCursor: text('Last row.') }),
        Lamp: object('A lamp.', {
          colour: { description: 'Its colour.', ...ref('schemas/OpenColour') },
          price: { description: 'Its price.', 'x-tn-scaled-by': 'asset', ...ref('schemas/Amount') },
          serial: text('Its number.', { format: 'uint64', pattern: '^[0-9]+$' }),
          bulbs: {
            description: 'How many bulbs.',
            'x-tn-provenance': { minimum: 'our-decision' },
            type: 'integer',
            format: 'int32',
            minimum: 0,
          },
        }),
        Amount: text('An amount.', { format: 'amount', pattern: '^[0-9]+$' }),
        Colour: text('A colour.', {
          enum: ['RED', 'BLUE'],
          'x-enumDescriptions': { RED: 'Like fire.', BLUE: 'Like the sea.' },
        }),
        OpenColour: {
          description: 'A colour, or a newer one.',
          'x-tn-provenance': 'our-decision',
          anyOf: [ref('schemas/Colour'), { type: 'string' }],
        },
      },
    },
  }
}
