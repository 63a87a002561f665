import { type Block, SECOND } from './block.ts'
import { Process } from './world.ts'

/** An unset time in the events of the network: year 1 does not fit nanoseconds since 1970. */
const UNSET_TIME = -6795364578871345152n

/** Epochs, of about 50 blocks by default. The first, number 0, ends as soon as the chain has started. */
export class Epochs extends Process {
  #startTime = 0n
  #expireTime = 0n

  /** Starts the first epoch, or ends the running one and starts the next when it is time. */
  override step(block: Block): void {
    const { world } = this
    if (block.height === 1) this.#start(block, 0n)
    else if (block.height === 2 || block.height % world.epochBlocks === 0) {
      this.#write(block, 'EPOCH_ACTION_END', block.nanos)
      for (const process of world.processes) process.endEpoch?.(block, world.epoch)
      world.epoch++
      this.#start(block, BigInt(world.epochBlocks) * SECOND)
    }
  }

  #start(block: Block, length: bigint): void {
    this.#startTime = block.nanos
    this.#expireTime = block.nanos + length
    this.#write(block, 'EPOCH_ACTION_START', UNSET_TIME)
  }

  #write(block: Block, action: string, endTime: bigint): void {
    const [startTime, expireTime] = [this.#startTime, this.#expireTime]
    block.emit('EPOCH_UPDATE', { seq: this.world.epoch, action, startTime, expireTime, endTime })
  }
}
