import type { Query } from '../parameters/read.ts'
import { stakeLinkings } from '../projections/stake-linkings.ts'
import { type Reading, read, together } from '../store/reading/reading.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { type Answering, one } from './operation.ts'
import { readPage } from './page.ts'

export const getStake: Answering = { list: stakeLinkings, read: readStake }

function* readStake(query: Query, head: Checkpoint): Reading<string> {
  const sum = 'SELECT available FROM stakes WHERE party = (SELECT id FROM names WHERE text = ?1)'
  const linkings = readPage(stakeLinkings, query, head, { anyOf: { party: one(query.partyId) } })
  const [rows, page] = yield* together<unknown>([
    read({ text: sum, values: [query.partyId as string] }),
    linkings,
  ])
  const available = BigInt((rows as string[][])[0]?.[0] ?? '0')
  // If the stream lacks a linking, its unlinking must not make the total negative.
  return `{"currentStakeAvailable":"${available > 0n ? available : 0n}","stakeLinkings":${page}}`
}
