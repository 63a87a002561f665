import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
const partyId = '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'

// The first page comes with the total.
const { currentStakeAvailable, stakeLinkings } = await client.getStake({ partyId, 'pagination.first': 3 })
console.log(`${currentStakeAvailable} from ${stakeLinkings.edges.length} links and more`)

// Iterating walks the links of all pages.
for await (const link of client.getStake({ partyId })) {
  console.log(link.type, link.amount, link.status)
}
