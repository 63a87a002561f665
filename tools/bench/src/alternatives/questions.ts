import type { Database } from '../database.ts'
import type { LoadRequest } from '../load.ts'
import { operationOf } from '../page-times.ts'

/** What all are asked, each in its own words: a page of a party's accounts, from either end. */
export interface Question {
  readonly party: string
  readonly size: number
  readonly newestFirst: boolean
}

/** More of them than the service remembers answers, each about 50 accounts long. */
const PARTIES = 300
const SIZES = [46, 47, 48, 49, 50, 51, 52, 53, 54, 55]

/** Questions about the parties that have the most accounts. */
export function questionsOf(database: Database): Question[] {
  const parties = database.parties(PARTIES)
  return SIZES.flatMap(size =>
    [true, false].flatMap(newestFirst => parties.map(party => ({ party, size, newestFirst }))),
  )
}

/** Words for a question: the path, with its query. */
export type Ask = (question: Question) => string

/** The contract's words, which the mock of the contract understands too. */
export const askContract: Ask = ({ party, size, newestFirst }) =>
  `${operationOf('listAccounts').path}?${new URLSearchParams({
    'filter.partyIds': party,
    'pagination.first': String(size),
    'pagination.newestFirst': String(newestFirst),
  })}`

export const askPlatformatic: Ask = ({ party, size, newestFirst }) =>
  `/accounts?${new URLSearchParams({
    'where.owner.eq': party,
    limit: String(size),
    'orderby.number': newestFirst ? 'desc' : 'asc',
  })}`

const QUERY = `query Page($owner: String!, $first: Int!, $order: [AccountOrderBy!]) {
  allAccounts(condition: {owner: $owner}, first: $first, orderBy: $order) {
    edges { cursor node { owner balance asset market type } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

export const askPostgraphile: Ask = ({ party, size, newestFirst }) =>
  `/graphql?${new URLSearchParams({
    query: QUERY,
    variables: JSON.stringify({
      owner: party,
      first: size,
      order: [newestFirst ? 'NUMBER_DESC' : 'NUMBER_ASC'],
    }),
  })}`

export const askJsonServer: Ask = ({ party, size, newestFirst }) =>
  `/accounts?${new URLSearchParams({
    owner: party,
    _limit: String(size),
    _sort: 'number',
    _order: newestFirst ? 'desc' : 'asc',
  })}`

/** The questions as the load sends them. */
export function requestsOf(questions: readonly Question[], ask: Ask): LoadRequest[] {
  return questions.map(question => ({
    path: ask(question),
    headers: { accept: 'application/json' },
    status: 200,
  }))
}
