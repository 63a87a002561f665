import { type Block, SECOND } from './block.ts'
import { Process } from './world.ts'

/** An unset time in the events of the network: year 1 does not fit nanoseconds since 1970. */
const UNSET_TIME = -6795364578871345152n

/** Epochs. The first one ends as soon as the chain has started. */
export class Epochs extends Process {
  #startTime = 0n
  #expireTime = 0n

  override start(block: Block): void {
    this.#begin(block, 0)
  }

  /** Ends the epoch and starts the next one when it is time. */
  override step(block: Block): void {
    const { world } = this
    if (block.nanos <= this.#expireTime) return
    this.#write(block, 'EPOCH_ACTION_END', block.nanos)
    for (const process of world.processes) process.endEpoch?.(block, world.epoch)
    world.epoch++
    this.#begin(block, world.epochSeconds)
  }

  #begin(block: Block, seconds: number): void {
    this.#startTime = block.nanos
    this.#expireTime = block.nanos + BigInt(seconds) * SECOND
    this.#write(block, 'EPOCH_ACTION_START', UNSET_TIME)
  }

  #write(block: Block, action: string, endTime: bigint): void {
    const [startTime, expireTime] = [this.#startTime, this.#expireTime]
    block.emit('EPOCH_UPDATE', { seq: this.world.epoch, action, startTime, expireTime, endTime })
  }
}
