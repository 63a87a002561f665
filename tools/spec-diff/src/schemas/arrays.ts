import type { SchemaPair } from './pair.ts'

/** Compares the items of arrays, also those with a fixed position. */
export function compareArrays(pair: SchemaPair): void {
  const { base, revision } = pair
  const keyword = 'items'
  if (base.items && revision.items) pair.compare('[]', base.items, revision.items)
  else if (base.items) pair.differs('items-unconstrained', { keyword })
  else if (revision.items) pair.differs('items-constrained', { keyword })
  const length = Math.max(base.tuple.length, revision.tuple.length)
  for (let i = 0; i < length; i += 1) {
    // An item without a schema of its own follows the schema of all items.
    const [from, to] = [base.tuple[i] ?? base.items, revision.tuple[i] ?? revision.items]
    const segment = `[${i}]`
    if (from && to) pair.compare(segment, from, to)
    else if (from) pair.differs('tuple-item-unconstrained', { segment, keyword: 'prefixItems' })
    else if (to) pair.differs('tuple-item-constrained', { segment, keyword: 'prefixItems' })
  }
}
