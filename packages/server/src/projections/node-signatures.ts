import { malformed } from '@trading-network/events'
import { list } from '../store/tables/table.ts'
import { name, requiredName, text } from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/** Maximum length of a signature in base64, ten times that of a real one. PostgreSQL cannot index a long one. */
const MAX_SIGNATURE = 1024

/** The signatures collected for a resource, each once, listed by when it was first seen. */
export const nodeSignatures = list(
  'node_signatures',
  8,
  { resource: 'name', signature: 'text' },
  { key: ['resource', 'signature'], cluster: ['resource'] },
)

export const applyNodeSignature: Projection<'NODE_SIGNATURE'> = (event, batch) => {
  const id = requiredName(event, 'id')
  const sig = text(event, 'sig')
  if (sig.length > MAX_SIGNATURE)
    throw malformed('sig', `a signature of at most ${MAX_SIGNATURE} characters`, sig)
  const key = { resource: id, signature: sig }
  if (batch.get(nodeSignatures, key)) return
  const place = batch.place(undefined, batch.time)
  const node = { id, sig, kind: name(event, 'kind', 'NODE_SIGNATURE_KIND_UNSPECIFIED') }
  batch.put(nodeSignatures, { ...key, ...place, edge: edgeOf(nodeSignatures, place, node) })
}
