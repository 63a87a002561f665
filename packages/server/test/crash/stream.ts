import { simulate } from '@trading-network/simulator'
import { asset, party } from '../events.ts'

/** The owner of accounts whose balance is the height of every block, so that a partial block is visible. */
export const WITNESS = party(0xf_ace)
export const WITNESSES = 5

/** A network's stream with the witness' accounts in each block. */
export function* streamWithWitness(seed: number, blocks: number): Generator<string> {
  for (const line of simulate({ seed, blocks, scale: 1 })) {
    if (!line.includes('"type":"BUS_EVENT_TYPE_BEGIN_BLOCK"')) {
      yield line.replace(
        /"id":"(\d+)-(\d+)"/,
        (_, height, number) => `"id":"${height}-${Number(number) + WITNESSES}"`,
      )
      continue
    }
    yield line
    const { block, beginBlock, chainId } = JSON.parse(line) as {
      block: string
      chainId: string
      beginBlock: { height: string }
    }
    for (let number = 1; number <= WITNESSES; number += 1) {
      const account = {
        owner: WITNESS,
        asset: asset(number),
        marketId: '!',
        type: 'ACCOUNT_TYPE_GENERAL',
        balance: beginBlock.height,
      }
      const id = `${beginBlock.height}-${number + 1}`
      yield JSON.stringify({ id, block, type: 'BUS_EVENT_TYPE_ACCOUNT', account, version: 1, chainId })
    }
  }
}
