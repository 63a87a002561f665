import { createClient, formatAmount, parseAmount } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'
import { createRoot } from 'react-dom/client'
import { useWatch } from './use-watch.ts'

const page = new URL(location.href)
const network = page.searchParams.get('network') ?? 'http://127.0.0.1:8080'
const partyId = page.searchParams.get('party') ?? ''
const client = createClient({ baseUrl: network })

const usePendingStopOrders = (partyId: string) =>
  useWatch(
    () => watch(client.listStopOrders({ 'filter.partyIds': [partyId], 'filter.liveOnly': true })),
    [partyId],
  )

/** A share such as `0.05` as a percentage, `5`: the text of a decimal, exactly. */
const percentOf = (share: string) => formatAmount(parseAmount(share, 30), 28)

function PendingStopOrders() {
  const { status, records: stopOrders, blockHeight, asOf, error } = usePendingStopOrders(partyId)
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
            <td>{price ?? `${percentOf(trailingPercentOffset ?? '0')} percent behind`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

createRoot(document.body).render(<PendingStopOrders />)
