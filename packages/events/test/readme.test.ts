import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { frameOfLine } from '../src/index.ts'
import { json } from './registry.example.ts'

const order = { id: '40f6', marketId: 'a1', size: '18446744073709551615' }
const envelope = { id: '7-2', block: 'C0FFEE', version: 1, chainId: 'chain', txHash: 'C0FFEE' }
const event = { ...envelope, type: 'BUS_EVENT_TYPE_ORDER', order }
const frame = frameOfLine(JSON.stringify(event), 1n)

it('the sample of the README shows the orders of an event file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'events-readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const time = { ...envelope, type: 'BUS_EVENT_TYPE_TIME_UPDATE', timeUpdate: { timestamp: '1' } }
  writeFileSync(
    join(folder, 'events.evts.gz'),
    gzipSync(Buffer.concat([frame, frameOfLine(JSON.stringify(time), 2n)])),
  )
  const example = fileURLToPath(new URL('readme.example.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [example], { cwd: folder })
  expect(stdout).toMatch(/^7-2 \{/)
  expect(stdout).toContain('size: 18446744073709551615n')
  expect(stdout).not.toContain('timestamp')
})

it('the sample with the registry gives the JSON of an event', () => {
  // The event comes behind the size and the sequence number.
  expect(JSON.parse(json(frame.subarray(12)))).toEqual(event)
})
