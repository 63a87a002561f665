import { tmpdir } from 'node:os'
import { simulate } from '@trading-network/simulator'
import { Cluster } from '@trading-network/test/postgres'
import { expect, it, vi } from 'vitest'
import { atEnd } from '../at-end.ts'
import { startCommand } from '../command.ts'
import { ingestInto } from '../running.ts'
import { run } from './database.ts'
import { commandOfGuide } from './guide.ts'
import { removeFile } from './mirrored.ts'

const SECRET = 's3cret-of-the-database'
const BLOCKS = 20

it('is ready while a PostgreSQL database of its format answers, and says nobody its password', async () => {
  const cluster = await Cluster.create()
  atEnd(async () => {
    removeFile(cluster.url())
    await cluster.remove()
  })
  const database = cluster.url('postgres', `postgres:${SECRET}`)
  const serving = startCommand(
    commandOfGuide('serve', { 'postgres://reader@primary/network': database, 8081: '0' }).concat(
      ...['--no-docs', '--metrics', '127.0.0.1:0', '--log', 'debug'],
    ),
    tmpdir(),
  )
  // First there is no server, then no tables, then no blocks, then blocks.
  await serving.logs(/^warning: waiting: .*ECONNREFUSED/m)
  await cluster.start()
  await serving.logs(/^warning: waiting: .*no tables of this service/m)
  await ingestInto(cluster.url(), simulate({ seed: 4, blocks: 2, scale: 1 }))
  const url = await serving.url()
  const [, metricsUrl] = await serving.says(/^Metrics at (\S+)$/m)
  const seen: string[] = []
  const text = async (address: string) => {
    const answer = await fetch(address, { headers: { connection: 'close' } })
    const body = await answer.text()
    seen.push(body)
    return { status: answer.status, body }
  }
  const becomes = (status: number) =>
    vi.waitFor(async () => expect((await text(`${url}/ready`)).status).toBe(status), {
      timeout: 120_000,
      interval: 100,
    })
  const metrics = async () => {
    const { body } = await text(metricsUrl as string)
    const lines = body.split('\n').filter(line => line.startsWith('trading_network_'))
    return Object.fromEntries(lines.map(line => line.split(' ')))
  }
  const height = 'trading_network_block_height'

  await becomes(200)
  await ingestInto(cluster.url(), simulate({ seed: 4, blocks: BLOCKS, scale: 1 }))
  expect((await text(`${url}/api/v2/accounts`)).status).toBe(200)
  // The previous response may still hold its connection.
  await vi.waitFor(async () =>
    expect(await metrics()).toMatchObject({
      trading_network_ready: '1',
      trading_network_database_up: '1',
      [height]: String(BLOCKS),
      'trading_network_database_connections{state="used"}': '0',
      'trading_network_database_connections{state="idle"}': expect.stringMatching(/^[1-9]$/),
      'trading_network_database_connections{state="waiting"}': '0',
    }),
  )

  // A newer version changes the tables, and then the change is taken back.
  await run(cluster.url(), `UPDATE format SET digest = digest || '!', version = '99.0.0'`)
  await becomes(503)
  expect((await text(`${url}/api/v2/accounts`)).status).toBe(503)
  await run(cluster.url(), `UPDATE format SET digest = trim('!' FROM digest)`)
  await becomes(200)

  await cluster.stop('SIGQUIT')
  await becomes(503)
  const without = await metrics()
  expect(without).toMatchObject({ trading_network_database_up: '0', trading_network_ready: '0' })
  expect(without).not.toHaveProperty([height])
  await cluster.start()
  await becomes(200)

  const { code, stdout, stderr } = await serving.interrupt()
  expect(code).toBe(0)
  expect(stderr).toContain('***')
  expect([...seen, stdout, stderr].filter(said => said.includes(SECRET))).toEqual([])
})
