import type { Account, Holding } from './account.ts'

interface Queue {
  turn(account: Account, charged?: (time: number) => void): Promise<void>
}

interface Reading {
  readonly client: Account
  /** Its place among the usual readings. */
  readonly place: Holding | undefined
  /** Told each charge in milliseconds. */
  readonly charged?: ((time: number) => void) | undefined
}

/** Returns the turns of a client for a reading in steps. */
export function turnsOf(queue: Queue, { client, place, charged }: Reading) {
  return {
    client,
    leave: () => place?.end(),
    next: () => queue.turn(client, charged),
    charge: (time: number) => {
      client.charge(time)
      charged?.(time)
    },
  }
}
