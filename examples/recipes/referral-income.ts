import { createClient } from '@trading-network/fetch'

const [referrer, network = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!referrer) throw new Error('usage: node referral-income.ts <party id> [<base URL>]')

const client = createClient({ baseUrl: network })
const aggregationEpochs = 30
let total = 0

for await (const { referee, totalRefereeGeneratedRewards } of client.listReferralSetReferees({
  referrer,
  aggregationEpochs,
})) {
  console.log(referee, totalRefereeGeneratedRewards)
  // Quantum units are decimals for comparing, so a rounded sum is good enough; amounts are summed as bigint.
  total += Number(totalRefereeGeneratedRewards)
}

console.log(`about ${total.toFixed(2)} quantum in the last ${aggregationEpochs} epochs`)
