import type { Pairing } from './pairing.ts'

/** Compares the items of arrays, those of a fixed place too. */
export function compareArrays(pairing: Pairing): void {
  const { base, revision } = pairing
  const keyword = 'items'
  if (base.items && revision.items) pairing.within('[]', base.items, revision.items)
  else if (base.items) pairing.differs('items-unconstrained', { keyword })
  else if (revision.items) pairing.differs('items-constrained', { keyword })
  const length = Math.max(base.tuple.length, revision.tuple.length)
  for (let i = 0; i < length; i += 1) {
    // Without a schema of its own, an item follows that of all items.
    const [from, to] = [base.tuple[i] ?? base.items, revision.tuple[i] ?? revision.items]
    const segment = `[${i}]`
    if (from && to) pairing.within(segment, from, to)
    else if (from) pairing.differs('tuple-item-unconstrained', { segment, keyword: 'prefixItems' })
    else if (to) pairing.differs('tuple-item-constrained', { segment, keyword: 'prefixItems' })
  }
}
