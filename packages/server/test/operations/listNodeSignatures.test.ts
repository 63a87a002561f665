import { describe, expect, it } from 'vitest'
import { nodeSignature, resource } from '../events.ts'
import { refusedFields, running } from '../running.ts'
import { listing } from './listing.ts'

const sig = (text: string) => Buffer.from(text).toString('base64')
const signed = (text: string, fields = {}) => nodeSignature({ sig: sig(text), ...fields })
const KIND = 'NODE_SIGNATURE_KIND_'

describe('listNodeSignatures', () => {
  it('[SIG-3] lists the signatures of every node for a resource, each once', async () => {
    const other = signed('other', { id: resource(2) })
    const list = await listing('listNodeSignatures', [signed('one'), signed('two'), signed('one'), other])
    const ofOne = ['one', 'two'].map(text => ({ id: resource(1), sig: sig(text), kind: `${KIND}ASSET_NEW` }))
    expect(await list({ id: resource(1) })).toEqual(ofOne)
    expect(await list({ id: resource(2) })).toMatchObject([{ sig: sig('other') }])
  })

  it('lists by when each was first seen; a repeat moves nothing', async () => {
    const list = await listing(
      'listNodeSignatures',
      ['c', 'a', 'b', 'c', 'a'].map(text => signed(text)),
    )
    expect((await list({ id: resource(1) })).map(node => node.sig)).toEqual(['c', 'a', 'b'].map(sig))
  })

  it('names each kind of signature', async () => {
    const signers = ['ERC20_MULTISIG_SIGNER_ADDED', 'ERC20_MULTISIG_SIGNER_REMOVED']
    const kinds = ['UNSPECIFIED', 'ASSET_NEW', 'ASSET_WITHDRAWAL', ...signers, 'ASSET_UPDATE'].map(
      kind => KIND + kind,
    )
    const list = await listing(
      'listNodeSignatures',
      kinds.map(kind => signed(kind, { kind })),
    )
    expect((await list({ id: resource(1) })).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('[SIG-2] needs the id of a resource; one that nobody signed gives an empty page', async () => {
    const { client } = await running([])
    for (const id of [resource(9), 'fBTC'])
      expect(await client.listNodeSignatures({ id })).toMatchObject({ signatures: { edges: [] } })
    for (const id of [undefined, '', 'not an id'])
      expect(await refusedFields(client.listNodeSignatures({ id } as { id: string }))).toEqual(['id'])
  })

  it('finds a resource in either letter case', async () => {
    const list = await listing('listNodeSignatures', [signed('one', { id: resource(1).toUpperCase() })])
    for (const id of [resource(1), resource(1).toUpperCase()])
      expect(await list({ id })).toMatchObject([{ id: resource(1) }])
  })
})
