import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { type ClientConfig, createClient } from '../../src/index.ts'
import { aPage, aRecord } from '../../src/testing.ts'
import { watch } from '../../src/watch.ts'

/** The user whose request the program handles, as in a web server. */
const user = new AsyncLocalStorage<string>()
const token = () => ({ authorization: user.getStore()! })

/** A service with a list of accounts for each user, empty at first. It holds requests until the list of the user changes. */
const createService = () => {
  const balances: Record<string, `${bigint}`> = {}
  const held: string[] = []
  const changes = new EventEmitter()
  const fetch = async (request: Request, { signal }: { readonly signal: AbortSignal }): Promise<Response> => {
    const owner = request.headers.get('authorization')!
    const tag = () => `"${balances[owner] ?? ''}"`
    if (request.headers.has('prefer') && request.headers.get('if-none-match') === tag()) {
      held.push(owner)
      await once(changes, owner, { signal })
    }
    const balance = balances[owner]
    const accounts = balance ? [aRecord('listAccounts', { owner, balance })] : []
    const headers = { etag: tag(), 'x-block-height': '1', 'preference-applied': 'wait=25' }
    return Response.json(aPage('listAccounts', accounts), { headers })
  }
  const change = (owner: string, balance: `${bigint}`) => {
    balances[owner] = balance
    changes.emit(owner)
  }
  return { fetch, held, change }
}

const authorize = ({ request }: { readonly request: Request }) =>
  request.headers.set('authorization', token().authorization)

it.each<[string, Omit<ClientConfig, 'baseUrl'>]>([
  ['a function of headers', { headers: token }],
  ['middleware', { middleware: [{ onRequest: authorize }] }],
])('two users who watch the same list get their own records: token from %s', async (_, config) => {
  const service = createService()
  const client = createClient({ baseUrl: 'http://network.test', fetch: service.fetch, ...config })
  const seen: Record<string, string[]> = { a: [], b: [] }
  const stop = new AbortController()
  const follow = (owner: string) =>
    user.run(owner, async () => {
      const watching = watch(client.listAccounts({}, { signal: stop.signal }))
      for await (const { records } of watching)
        seen[owner]!.push(records.map(record => `${record.owner} ${record.balance}`).join())
    })
  const following = ['a', 'b'].map(owner => follow(owner).catch(String))
  await expect.poll(() => service.held.toSorted()).toEqual(['a', 'b'])
  service.change('a', '1')
  await expect.poll(() => seen.a).toEqual(['', 'a 1'])
  expect(seen.b).toEqual([''])
  service.change('b', '2')
  await expect.poll(() => seen.b).toEqual(['', 'b 2'])
  stop.abort('enough')
  expect(await Promise.all(following)).toEqual(['enough', 'enough'])
  expect(seen).toEqual({ a: ['', 'a 1'], b: ['', 'b 2'] })
})
