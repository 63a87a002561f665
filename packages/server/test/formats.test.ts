import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it } from 'vitest'
import { Chain, malformed } from './chain.ts'
import { contentsOf } from './contents.ts'
import { newPlace } from './database.ts'
import { account, order, orderId } from './events.ts'
import { formats, framesOf } from './formats.ts'
import { ingestInto, nodes, opened } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath, file } = scratchFolder()

describe('a simulated network', () => {
  const lines = [...simulate({ seed: 12, blocks: 120, scale: 1 })]
  const frames = framesOf(lines)
  const whole = contentsOf(lines)

  it.each(formats)('in %s gives the same rows', async (_, make) => {
    expect(await contentsOf({ paths: [file(make(lines))] })).toEqual(await whole)
  })

  it('in a folder of files is read in the order of their names, numbers counted as numbers', async () => {
    const folder = await newFolder()
    const cuts = [0, 100, 777, 1000, frames.length]
    for (const [index, from] of cuts.slice(0, -1).entries())
      await writeFile(
        join(folder, `events-${index + 8}.evts`),
        Buffer.concat(frames.slice(from, cuts[index + 1])),
      )
    for (const name of ['README.md', '._events-8.evts']) await writeFile(join(folder, name), 'not events')
    expect(await contentsOf({ paths: [folder] })).toEqual(await whole)
    await expect(contentsOf({ paths: [await newFolder()] })).rejects.toThrow('has no files of events')
  })

  it('of which files miss events in between can be read again once the missing blocks are stored', async () => {
    const folder = await newFolder()
    const at = (id: string) => lines.findIndex(line => line.startsWith(`{"id":"${id}"`))
    await writeFile(join(folder, '1.evts'), Buffer.concat(frames.slice(0, at('30-4'))))
    await writeFile(join(folder, '2.evts'), Buffer.concat(frames.slice(at('50-4'))))
    await expect(contentsOf({ paths: [folder] })).rejects.toThrow(
      'it belongs to block 50, inside block 30; give the events from event 30-4 on',
    )
    expect(await contentsOf({ paths: [file(Buffer.concat(frames)), folder] })).toEqual(await whole)
  })

  it('of which a file lost its end is not read on in the middle of the block', async () => {
    const folder = await newFolder()
    const cut = lines.findIndex(line => line.startsWith('{"id":"60-3"'))
    await writeFile(join(folder, '1.evts'), Buffer.concat(frames.slice(0, cut + 1)).subarray(0, -5))
    await writeFile(join(folder, '2.evts'), Buffer.concat(frames.slice(cut + 1)))
    await expect(contentsOf({ paths: [folder] })).rejects.toThrow(
      'event 60-4: it lies outside a block; give the events from event 60-1 on',
    )
  })

  async function newFolder(): Promise<string> {
    const folder = newPath()
    await mkdir(folder)
    return folder
  }
})

describe('an enum value that no release has', () => {
  it('is served as its number when events have the number, and as its name when they have the name', async () => {
    const drafts = [account({ type: 77 }), account({ type: 'ACCOUNT_TYPE_NEW' }), order({ status: 99 })]
    const database = await newPlace()
    await ingestInto(database, new Chain().block(...drafts.map(malformed)).lines)
    // Not with `get`, whose check knows only the values of the contract.
    const { app } = await opened(database)
    const { accounts } = (await app.inject('/api/v2/accounts')).json()
    expect(nodes<{ type: string }>(accounts).map(({ type }) => type)).toEqual(['ACCOUNT_TYPE_NEW', '77'])
    const answered = (await app.inject(`/api/v2/order/${orderId(1)}`)).json()
    expect(answered.order.status).toBe('99')
  })
})
