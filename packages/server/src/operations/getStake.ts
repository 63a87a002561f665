import { stakeLinkings } from '../projections/stake-linkings.ts'
import { read, together } from '../store/reading/reading.ts'
import { type Answering, one } from './operation.ts'
import { readPage } from './page.ts'

const SUM = 'SELECT available FROM stakes WHERE party = (SELECT id FROM names WHERE text = ?1)'

export const getStake: Answering = {
  list: stakeLinkings,
  *read(query, head) {
    const sum = read({ text: SUM, values: [query.partyId as string] })
    const linkings = readPage(stakeLinkings, query, head, { anyOf: { party: one(query.partyId) } })
    const [rows, page] = yield* together<unknown>([sum, linkings])
    const available = BigInt((rows as string[][])[0]?.[0] ?? '0')
    // If the stream lacks a linking, its unlinking must not make the total negative.
    return `{"currentStakeAvailable":"${available > 0n ? available : 0n}","stakeLinkings":${page}}`
  },
}
