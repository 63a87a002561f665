import { inTurn } from './interleaved.ts'
import { type LoadRequest, load } from './load.ts'

/** A server to be loaded, and what it is asked. */
export interface Loaded {
  readonly port: number
  readonly requests: readonly LoadRequest[]
  /** Processor time that it has taken so far, in microseconds; without it none is measured. */
  cpu?(): Promise<number>
}

/** How a server did in a burst of load. */
export interface Burst {
  /** Requests/s. */
  readonly rate: number
  /** Processor time per request, in microseconds. */
  readonly cpu: number
  /** Mean size of an answer, header included. */
  readonly bytes: number
}

/**
 * Loads servers in turn, round after round, so that a busy moment of the machine falls on all of them alike.
 *
 * @param burst how long each is loaded in a round, in milliseconds
 * @param onTurn told whose turn it is; round 0 warms all of them up and counts for nothing
 * @returns for each server, one figure per round
 */
export async function burstsInTurn(
  servers: readonly Loaded[],
  { rounds, burst, awake = true }: { rounds: number; burst: number; awake?: boolean },
  onTurn: (round: number, index: number) => void,
): Promise<Burst[][]> {
  const bursts = servers.map((): Burst[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, server] of inTurn(servers, round)) {
      onTurn(round, index)
      const measured = await burstOf(server, burst, awake)
      if (round > 0) bursts[index]?.push(measured)
    }
  }
  return bursts
}

async function burstOf(server: Loaded, milliseconds: number, awake: boolean): Promise<Burst> {
  const taken = async () => (await server.cpu?.()) ?? Number.NaN
  const before = await taken()
  const { requests, bytes, seconds } = await load(server.port, server.requests, milliseconds, { awake })
  const cpu = (await taken()) - before
  return { rate: requests / seconds, cpu: cpu / requests, bytes: bytes / requests }
}

/** One figure of each burst. */
export function column(bursts: readonly Burst[] | undefined, name: keyof Burst): number[] {
  return (bursts ?? []).map(burst => burst[name])
}
