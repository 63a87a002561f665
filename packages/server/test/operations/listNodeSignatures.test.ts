import { describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { nodeSignature, resource } from '../events.ts'
import { nodes, refusedFields, running } from '../running.ts'

const sig = (text: string) => Buffer.from(text).toString('base64')
const signed = (text: string, fields = {}) => nodeSignature({ sig: sig(text), ...fields })

async function serving(...events: EventDraft[]) {
  const { client, get, close } = await running(new Chain().blocks(events).lines)
  onTestFinished(close)
  const signatures = async (id: string, newestFirst = true) =>
    nodes((await client.listNodeSignatures({ id, 'pagination.newestFirst': newestFirst })).signatures)
  return { client, get, signatures }
}

describe('listNodeSignatures', () => {
  it('[SIG-3] lists the signatures of every node for a resource, each once', async () => {
    const { signatures } = await serving(
      signed('one'),
      signed('two'),
      signed('one'),
      signed('other', { id: resource(2) }),
    )
    expect(await signatures(resource(1))).toEqual(
      ['two', 'one'].map(text => ({
        id: resource(1),
        sig: sig(text),
        kind: 'NODE_SIGNATURE_KIND_ASSET_NEW',
      })),
    )
    expect(await signatures(resource(2))).toMatchObject([{ sig: sig('other') }])
  })

  it('lists by when each was first seen; a repeat moves nothing', async () => {
    const { signatures } = await serving(...['c', 'a', 'b', 'c', 'a'].map(text => signed(text)))
    expect((await signatures(resource(1))).map(node => node.sig)).toEqual(['b', 'a', 'c'].map(sig))
    expect((await signatures(resource(1), false)).map(node => node.sig)).toEqual(['c', 'a', 'b'].map(sig))
  })

  it('names each kind of signature', async () => {
    const kinds = [
      'UNSPECIFIED',
      'ASSET_NEW',
      'ASSET_WITHDRAWAL',
      'ERC20_MULTISIG_SIGNER_ADDED',
      'ERC20_MULTISIG_SIGNER_REMOVED',
      'ASSET_UPDATE',
    ].map(kind => `NODE_SIGNATURE_KIND_${kind}`)
    const { signatures } = await serving(...kinds.map(kind => signed(kind, { kind })))
    expect((await signatures(resource(1), false)).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('[SIG-2] needs the id of a resource; one that nobody signed gives an empty page', async () => {
    const { client, get, signatures } = await serving(signed('one'))
    expect(await signatures(resource(9))).toEqual([])
    expect(await signatures('fBTC')).toEqual([])
    expect((await get('/api/v2/node/signatures')).status).toBe(400)
    expect(await refusedFields(client.listNodeSignatures({ id: '' }))).toEqual(['id'])
    expect(await refusedFields(client.listNodeSignatures({ id: 'not an id' }))).toEqual(['id'])
  })

  it('finds a resource in either letter case', async () => {
    const { signatures } = await serving(signed('one', { id: resource(1).toUpperCase() }))
    expect(await signatures(resource(1))).toMatchObject([{ id: resource(1) }])
    expect(await signatures(resource(1).toUpperCase())).toHaveLength(1)
  })
})
