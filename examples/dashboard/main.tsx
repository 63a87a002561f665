import { createClient } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'
import { createRoot } from 'react-dom/client'
import { useWatch } from './use-watch.ts'

const page = new URL(location.href)
const network = page.searchParams.get('network') ?? 'http://127.0.0.1:8080'
const partyId = page.searchParams.get('party') ?? ''
const client = createClient({ baseUrl: network })

// #region use
const pendingStopOrders = () =>
  watch(client.listStopOrders({ 'filter.partyIds': [partyId], 'filter.liveOnly': true }))

const usePendingStopOrders = () => useWatch(pendingStopOrders)
// #endregion

function PendingStopOrders() {
  const { status, records: stopOrders, blockHeight, asOf, error } = usePendingStopOrders()
  if (status === 'ended') return <p role="alert">{String(error)}</p>
  if (blockHeight === undefined) return <p>Connecting to {network}</p>
  return (
    <table>
      <caption>
        {stopOrders.length} pending stop orders at block {blockHeight}
        {status !== 'online' && `, ${status} since ${asOf?.toLocaleTimeString()}`}
      </caption>
      <thead>
        <tr>
          <th>Stop order</th>
          <th>Direction</th>
          <th>Trigger</th>
        </tr>
      </thead>
      <tbody>
        {stopOrders.map(({ stopOrder: { id, triggerDirection, price, trailingPercentOffset } }) => (
          <tr key={id}>
            <td>{id.slice(0, 12)}</td>
            <td>{triggerDirection}</td>
            <td>{price ?? `${Number(trailingPercentOffset) * 100} percent behind`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

createRoot(document.body).render(<PendingStopOrders />)
