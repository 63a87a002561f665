import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const liquidityProvisions = client.listLiquidityProvisions({
  marketId: 'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2',
  live: true,
  'pagination.first': 2,
})
for await (const { current } of liquidityProvisions) {
  console.log(current.partyId, current.commitmentAmount)
}
