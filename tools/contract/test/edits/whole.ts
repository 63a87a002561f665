import { change, deprecated, type Edit, type Node } from './edit.ts'

const security = (...schemes: string[]) => ({ security: schemes.map(name => (name ? { [name]: [] } : {})) })

const key = (patch: object) => ({ components: { securitySchemes: { Key: patch } } })
const getStake = 'operation getStake'

/** The table gives the contract two schemes, `Key` and `Token`. */
export const keys: Edit[] = [
  ['an operation needs a key', 'breaking', getStake, security('Key'), security()],
  ['a key is possible', 'non-breaking', getStake, security('', 'Key'), security()],
  ['no key is needed any more', 'non-breaking', getStake, security(), security('Key')],
  ['one of two keys is gone', 'breaking', getStake, security('Token'), security('Key', 'Token')],
  ['another key of the same kind is needed', 'breaking', getStake, security('Token'), security('Key')],
  ['no key is said in another way', 'none', getStake, security('')],
  [
    'an operation needs another key than all others',
    'breaking',
    'contract getStake',
    ({ paths }) => {
      const stake = Object.keys(paths as Node).find(path => path.includes('stake')) as string
      return { paths: { [stake]: { get: security('Token') } } }
    },
    security('Key'),
  ],
  ['all operations need a key', 'breaking', 'contract', security('Key')],
  ['the key is in another header', 'breaking', 'contract', key({ name: 'X-Other' }), security('Key')],
]

const servers = (...urls: string[]) => ({ servers: urls.map(url => ({ url })) })
const [old, later] = ['https://old.example', 'https://later.example'] as const

function addressOf({ servers }: Node, address: string): object {
  const [{ variables, ...server }] = servers as unknown as [{ variables: { base_url: object } }]
  return { servers: [{ ...server, variables: { base_url: { ...variables.base_url, default: address } } }] }
}

const example = { components: { examples: { 'getStake-emptyPage': { summary: 'Other words' } } } }

export const root: Edit[] = [
  ['the contract has another version', 'none', 'contract', { info: { version: '99.0.0' } }],
  ['an example has another summary', 'documentation', 'contract', example],
  ['a tag is new', 'documentation', 'contract', change('tags', [], [{ name: 'Later' }])],
  ['a server is new', 'non-breaking', 'contract', servers(old, later), servers(old)],
  ['one of two servers is gone', 'may-break', 'contract', servers(old), servers(old, later)],
  ['the default of the address changes', 'may-break', 'contract', c => addressOf(c, 'http://127.0.0.1:80')],
]

const place = 'parameter listAccounts filter.assetId'

export const sunsets: Edit[] = [
  ['a part is deprecated without a sunset', 'non-breaking', place, { deprecated: true }],
  ['a sunset is earlier', 'may-break', place, { 'x-sunset': '2027-01-01' }, deprecated],
  ['a sunset is later', 'non-breaking', place, { 'x-sunset': '2028-01-01' }, deprecated],
  [
    'a part is not deprecated any more',
    'documentation',
    place,
    { deprecated: null, 'x-tn-deprecated-since': null, 'x-sunset': null },
    deprecated,
  ],
]
