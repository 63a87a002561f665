import { bytesInUse } from './fuzz/heap.ts'
import { simulatedNetwork } from './network.ts'
const network = await simulatedNetwork()
const id = (n: number) => n.toString(16).padStart(64, 'a')
const m0 = bytesInUse(); const r0 = process.memoryUsage().rss
for (let n = 1; n <= 150; n++) for (const extra of ['', '&pagination.last=2', '&pagination.newestFirst=false', '&filter.assetId=VOTE','&pagination.first=3&filter.marketIds='+id(5)]) {
  const q = Array.from({ length: n + 40 }, (_, i) => 'filter.partyIds=' + id(i)).join('&')
  const r = await network.get(`/api/v2/accounts?${q}${extra}`)
  if (r.status !== 200) { console.log(r.status, r.text.slice(0, 200)); break }
}
console.log('heap+external MB', (bytesInUse() - m0) / 1e6, 'rss MB', (process.memoryUsage().rss - r0) / 1e6)
await network.close()
