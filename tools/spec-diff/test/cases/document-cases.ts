import type { Json } from '../../src/load/json.ts'

/** A path of keys and the value to put there; without a value, the member is removed. */
export type Edit = [path: (string | number)[], value?: Json]

/** One change of the contract of things: the edits of the newer one, then of the older one, and the verdict. */
export type DocumentCase = [name: string, verdict: string, revision: Edit[], base?: Edit[]]

const get = ['paths', '/things/{thingId}', 'get']
const post = ['paths', '/things', 'post']
const thing = ['components', 'schemas', 'Thing']
const fields = [...get, 'parameters', 1]
const limit = [...get, 'parameters', 2]
const trace = [...get, 'parameters', 3]
const text = { type: 'string' }
const json = (schema: Json) => ({ content: { 'application/json': { schema } } })

export const documentCases: readonly DocumentCase[] = [
  // Operations
  ['operation removed', 'BB', [[post]]],
  [
    'operation added',
    'NN',
    [
      [
        ['paths', '/others'],
        { get: { operationId: 'listOthers', responses: { '200': { description: 'x' } } } },
      ],
    ],
  ],
  [
    'operation at another path',
    'BB',
    [
      [
        ['paths', '/goods'],
        { post: { operationId: 'addThing', responses: { '201': { description: 'Added.' } } } },
      ],
      [['paths', '/things']],
    ],
    [
      [post, { operationId: 'addThing', responses: { '201': { description: 'Added.' } } }],
      [['components', 'schemas', 'Notice']],
    ],
  ],
  ['operationId changed', '-B', [[[...get, 'operationId'], 'readThing']]],
  ['operation deprecated', 'NN', [[[...get, 'deprecated'], true]]],
  ['summary changed', 'DD', [[[...get, 'summary'], 'Read a thing']]],
  ['description changed', 'DD', [[[...get, 'description'], 'That thing.']]],
  ['summary of a path changed', 'DD', [[['paths', '/things/{thingId}', 'summary'], 'A thing.']]],
  ['tags of an operation changed', 'D-', [[[...get, 'tags'], ['Goods']]]],
  ['page field changed', '-B', [[[...get, 'x-redoclyPagination'], { items: '/things/edges' }]]],
  ['extension of an operation', 'DD', [[[...get, 'x-note'], 'hello']]],
  ['member that nobody knows', 'WW', [[[...get, 'frobnicate'], true]]],
  // Parameters
  ['parameter removed', 'BB', [[trace]]],
  [
    'optional parameter added',
    'NN',
    [[[...get, 'parameters', 4], { name: 'sort', in: 'query', schema: text }]],
  ],
  [
    'required parameter added',
    'BB',
    [[[...get, 'parameters', 4], { name: 'sort', in: 'query', required: true, schema: text }]],
  ],
  ['parameter renamed', 'BB', [[[...fields, 'name'], 'columns']]],
  ['parameter moved from query to header', 'BB', [[[...fields, 'in'], 'header']]],
  ['parameter becomes required', 'BB', [[[...fields, 'required'], true]]],
  [
    'parameter becomes optional',
    'NN',
    [
      [[...limit, 'required'], false],
      [[...limit, 'schema'], { type: 'integer' }],
    ],
    [[[...limit, 'schema'], { type: 'integer' }]],
  ],
  ['header parameter in other letters', '--', [[[...trace, 'name'], 'TRACE']]],
  [
    'description of a parameter',
    'DD',
    [[[...trace, 'description'], 'A long sentence that says far more than the short one did, on purpose.']],
  ],
  ['example of a parameter', 'D-', [[[...trace, 'example'], 'abc']]],
  ['parameter deprecated', 'NN', [[[...trace, 'deprecated'], true]]],
  ['exploded no longer', 'B-', [[[...fields, 'explode'], false]]],
  [
    'default style written out',
    '--',
    [
      [[...fields, 'style'], 'form'],
      [[...fields, 'explode'], true],
    ],
  ],
  ['style changed', 'B-', [[[...fields, 'style'], 'pipeDelimited']]],
  ['explode of a single value', 'D-', [[[...limit, 'explode'], false]]],
  [
    'a list that is not exploded in place of a single value',
    'NW',
    [
      [[...limit, 'explode'], false],
      [[...limit, 'schema'], { type: 'array', items: { type: 'integer' } }],
    ],
    [[[...limit, 'schema'], { type: 'integer' }]],
  ],
  [
    'header parameter without effect',
    'D-',
    [[[...get, 'parameters', 4], { name: 'Content-Type', in: 'header', required: true, schema: text }]],
  ],
  ['empty value allowed', 'N-', [[[...fields, 'allowEmptyValue'], true]]],
  ['empty value refused', 'B-', [], [[[...fields, 'allowEmptyValue'], true]]],
  ['reserved characters allowed', 'N-', [[[...fields, 'allowReserved'], true]]],
  ['reserved characters refused', 'B-', [], [[[...fields, 'allowReserved'], true]]],
  [
    'schema becomes content',
    'B-',
    [[trace, { name: 'Trace', in: 'header', description: 'Follows a call.', ...json(text) }]],
  ],
  ['default of a required parameter', 'D-', [[[...limit, 'schema', 'default'], 9]]],
  ['default of an optional parameter', 'W-', [[[...trace, 'schema', 'default'], 'x']]],
  ['type of a parameter widened as text', 'NN', [[[...limit, 'schema'], { type: 'string', default: 5 }]]],
  ['a further type of a text', '-N', [[[...trace, 'schema'], { type: ['string', 'integer'] }]]],
  [
    'a type less of a text',
    '-B',
    [[[...trace, 'schema'], text]],
    [[[...trace, 'schema'], { type: ['string', 'integer'] }]],
  ],
  [
    'flags of a header written out',
    '--',
    [
      [[...get, 'responses', '200', 'headers', 'ETag', 'allowReserved'], false],
      [[...get, 'responses', '200', 'headers', 'ETag', 'allowEmptyValue'], false],
    ],
  ],
  [
    'reserved characters of an encoding',
    'WW',
    [[[...post, 'requestBody', 'content', 'application/json', 'encoding'], { id: { allowReserved: true } }]],
  ],
  ['type of a parameter narrowed', 'BB', [[[...trace, 'schema'], { type: 'integer' }]]],
  ['a list where a value was', 'NW', [[[...trace, 'schema'], { type: 'array', items: text }]]],
  [
    'a list of two where a value was',
    'BB',
    [[[...trace, 'schema'], { type: 'array', items: text, minItems: 2 }]],
  ],
  ['a value where a list was', 'BB', [[[...fields, 'schema'], text]]],
  [
    'enum value removed from a list parameter',
    'BB',
    [[[...fields, 'schema', 'items'], { enum: ['a'] }]],
    [[[...fields, 'schema', 'items'], { enum: ['a', 'b'] }]],
  ],
  [
    'parameter for all operations of the path',
    '--',
    [
      [
        ['paths', '/things/{thingId}', 'parameters'],
        [{ name: 'Trace', in: 'header', description: 'Follows a call.', schema: text }],
      ],
      [trace],
    ],
  ],
  // Messages
  [
    'success status removed',
    'BB',
    [[[...post, 'responses', '201']], [[...post, 'responses', 'default'], { description: 'x' }]],
  ],
  ['success status added', 'NW', [[[...post, 'responses', '202'], { description: 'Later.' }]]],
  ['other status removed', 'NW', [[[...get, 'responses', '404']]]],
  ['other status added', 'NN', [[[...get, 'responses', '429'], { description: 'Later.' }]]],
  ['description of a response', 'DD', [[[...get, 'responses', '200', 'description'], 'The thing.']]],
  ['media type removed', 'BB', [[[...get, 'responses', '404', 'content'], {}]]],
  ['media type added', 'NN', [[[...get, 'responses', '404', 'content', 'text/plain'], { schema: text }]]],
  [
    'media type in other letters',
    '--',
    [
      [
        [...get, 'responses', '404', 'content'],
        { 'Application/JSON': { schema: { $ref: '#/components/schemas/Problem' } } },
      ],
    ],
  ],
  [
    'charset of a media type',
    'W-',
    [
      [
        [...get, 'responses', '404', 'content'],
        { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Problem' } } },
      ],
    ],
  ],
  ['schema of a response dropped', 'WB', [[[...get, 'responses', '404', 'content', 'application/json'], {}]]],
  [
    'example of a media type added',
    'D-',
    [[[...get, 'responses', '200', 'content', 'application/json', 'example'], { id: '1' }]],
  ],
  ['header removed', 'BB', [[[...get, 'responses', '200', 'headers', 'ETag']]]],
  ['optional header removed', 'WB', [[[...get, 'responses', '200', 'headers', 'Age']]]],
  ['header added', 'NN', [[[...get, 'responses', '200', 'headers', 'Vary'], { schema: text }]]],
  ['header becomes optional', 'BB', [[[...get, 'responses', '200', 'headers', 'ETag', 'required'], false]]],
  ['header becomes required', 'NN', [[[...get, 'responses', '200', 'headers', 'Age', 'required'], true]]],
  [
    'header in other letters',
    '--',
    [
      [[...get, 'responses', '200', 'headers', 'age'], { schema: { type: 'integer' } }],
      [[...get, 'responses', '200', 'headers', 'Age']],
    ],
  ],
  ['body becomes required', 'BB', [[[...post, 'requestBody', 'required'], true]]],
  ['required: false of a body written out', '--', [[[...post, 'requestBody', 'required'], false]]],
  ['body removed', 'BB', [[[...post, 'requestBody']]]],
  ['optional body added', 'NN', [[[...get, 'requestBody'], json(text)]]],
  ['required body added', 'BB', [[[...get, 'requestBody'], { required: true, ...json(text) }]]],
  ['link changed', 'D-', [[[...get, 'responses', '200', 'links', 'again', 'operationId'], 'addThing']]],
  [
    'field of the request of a callback removed',
    'BB',
    [[['components', 'schemas', 'Notice', 'properties', 'what']]],
  ],
  ['callback removed', 'WB', [[[...post, 'callbacks']], [['components', 'schemas', 'Notice']]]],
  [
    'variable of a server with one value',
    '--',
    [
      [['servers', 0, 'url'], 'https://{name}.example'],
      [['servers', 0, 'variables', 'name'], { default: 'things', enum: ['things'] }],
    ],
  ],
  [
    'variable of a server loses a value',
    'WW',
    [[['servers', 0, 'variables', 'port'], { default: '80', enum: ['80', '81'] }]],
    [[['servers', 0, 'variables', 'port'], { default: '80', enum: ['80', '81', '82'] }]],
  ],
  // Components
  ['enum grows both ways', 'WW', [[[...thing, 'properties', 'kind', 'enum', 2], 'c']]],
  ['component added', '-N', [[['components', 'schemas', 'More'], text]]],
  ['unused component removed', '-B', [[['components', 'schemas', 'Unused']]]],
  ['field of an unused component', '-B', [[['components', 'schemas', 'Unused', 'properties', 'note']]]],
  ['unused example added', '--', [[['components', 'examples'], { one: { value: 1 } }]]],
  [
    'wrapped reference',
    '--',
    [
      [
        [...get, 'responses', '404', 'content', 'application/json', 'schema'],
        { allOf: [{ $ref: '#/components/schemas/Problem' }] },
      ],
    ],
  ],
  [
    'description beside a reference',
    'DD',
    [
      [
        [...get, 'responses', '404', 'content', 'application/json', 'schema', 'description'],
        'What is wrong.',
      ],
    ],
  ],
  // Access
  ['security tightened', 'B-', [[['security'], [{ key: [], login: ['read'] }]]]],
  ['security relaxed', 'N-', [[['security'], [{ key: [] }, {}]]]],
  [
    'security named otherwise',
    'D-',
    [
      [['security'], [{ token: [] }]],
      [['components', 'securitySchemes', 'token'], { type: 'apiKey', in: 'header', name: 'X-Key' }],
      [['components', 'securitySchemes', 'key']],
    ],
  ],
  ['key in another header', 'B-', [[['components', 'securitySchemes', 'key', 'name'], 'X-Token']]],
  ['scope needed', 'B-', [[['security'], [{ login: ['read'] }]]], [[['security'], [{ login: [] }]]]],
  [
    'address of tokens',
    'W-',
    [
      [
        ['components', 'securitySchemes', 'login', 'flows', 'clientCredentials', 'tokenUrl'],
        'https://elsewhere.example/token',
      ],
    ],
  ],
  [
    'security of the document that no operation inherits',
    'D-',
    [
      [['security'], [{ login: [] }]],
      [[...get, 'security'], []],
      [[...post, 'security'], []],
    ],
    [
      [[...get, 'security'], []],
      [[...post, 'security'], []],
    ],
  ],
  ['security of one operation', 'N-', [[[...get, 'security'], []]]],
  ['server removed', 'W-', [[['servers'], [{ url: 'https://others.example' }]]]],
  ['server added', 'N-', [[['servers', 1], { url: 'https://others.example' }]]],
  ['server described', 'DD', [[['servers', 0, 'description'], 'The only one.']]],
  ['server of one operation', 'W-', [[[...get, 'servers'], [{ url: 'https://others.example' }]]]],
  // The document
  ['title of the contract', 'DD', [[['info', 'title'], 'Goods']]],
  ['version of the contract', 'D-', [[['info', 'version'], '1.0.1']]],
  ['licence', 'D-', [[['info', 'license'], { name: 'MIT' }]]],
  ['tag described', 'D-', [[['tags', 0, 'description'], 'About things.']]],
  ['OpenAPI 3.1.1', 'D-', [[['openapi'], '3.1.1']]],
  ['extension of the document', 'DD', [[['x-note'], 'hello']]],
  [
    'webhook added',
    'NN',
    [[['webhooks'], { added: { post: { responses: { '200': { description: 'x' } } } } }]],
  ],
]
