import { createClient } from '@trading-network/fetch'
import { exampleFetch } from '@trading-network/fetch/testing'
import { watch } from '@trading-network/fetch/watch'
import { Window } from 'happy-dom'
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { useWatch } from '../dashboard/use-watch.ts'

const client = createClient({ baseUrl: 'http://network.test', fetch: exampleFetch() })
const parties: string[] = []
let renders = 0
let show = (_: string) => {}

const Page = () => {
  renders++
  const [party, setParty] = useState('a')
  show = setParty
  const { status } = useWatch(() => {
    parties.push(party)
    return watch(client.listAccounts({ 'filter.partyIds': [party], 'pagination.first': 5 }), { interval: 10 })
  }, [party])
  return status
}

it('a watch in the natural line starts once for a party, however often the component renders', async () => {
  const window = new Window()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  const root = createRoot(window.document.body as never)
  root.render(createElement(StrictMode, null, createElement(Page)))
  await expect.poll(() => window.document.body.textContent).toBe('online')
  show('b')
  await expect.poll(() => parties.at(-1)).toBe('b')
  await expect.poll(() => window.document.body.textContent).toBe('online')
  // Strict mode mounts twice.
  expect(parties.filter(party => party === 'a').length).toBeLessThanOrEqual(2)
  expect(parties.filter(party => party === 'b')).toHaveLength(1)
  expect(renders).toBeGreaterThan(4)
  root.unmount()
})
