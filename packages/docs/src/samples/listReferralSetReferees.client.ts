import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

const referralSetReferees = client.listReferralSetReferees({
  referralSetId: 'b93c33ba045cb042dd5ceb9fc9e1025e8b13f8438638e1885ec4de27f97b7f9e',
  aggregationEpochs: 10,
  'pagination.first': 2,
})
for await (const referee of referralSetReferees) {
  console.log(referee.referee, referee.totalRefereeGeneratedRewards)
}
