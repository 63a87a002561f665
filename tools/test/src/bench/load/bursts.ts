import type { Child } from '../child.ts'
import { inRounds, median, medianRatio } from '../rounds.ts'
import { count, micros, ratio, showStatus, table } from '../table.ts'
import { type LoadRequest, openClients } from './client.ts'
import { type Load, loadServer } from './load.ts'

export interface LoadedServer {
  readonly server: Pick<Child, 'address' | 'cpu'>
  readonly requests: readonly LoadRequest[]
}

const CONNECTIONS = 32

/** Loads servers in turn, for `burst` milliseconds each in every round. Returns for each server one load per round. */
export function burstsInTurn(
  title: string,
  servers: readonly LoadedServer[],
  { rounds, burst }: { rounds: number; burst: number },
): Promise<Load[][]> {
  return inRounds(servers, rounds, (server, { round }) => {
    showStatus(`${title}, round ${round} of ${rounds}`)
    return burstOf(server, burst)
  })
}

async function burstOf({ server, requests }: LoadedServer, milliseconds: number): Promise<Load> {
  // Another part of the requests in every burst, so that no server has the responses in memory.
  let index = Math.floor(Math.random() * requests.length)
  const next = () => requests[index++ % requests.length] as LoadRequest
  using clients = await openClients(await server.address(), CONNECTIONS, next)
  const load = await loadServer(server, clients, next, { warmUp: 0, milliseconds })
  if (load.refused > 0) throw new Error('a server refused requests')
  return load
}

/** A row for {@link reportLoads}: rate and CPU time as ratios to a base; both as they are; the size of a response. */
export function rowOf(title: string, own: readonly Load[] = [], base: readonly Load[] = []): string[] {
  const toBase = (name: keyof Load) => ratio(medianRatio(column(own, name), column(base, name)))
  const of = (name: keyof Load) => median(column(own, name))
  return [title, toBase('rate'), toBase('cpu'), count(of('rate')), micros(of('cpu')), count(of('bytes'))]
}

export function reportLoads(title: string, rows: readonly (readonly string[])[]): string {
  const headings = ['', 'requests/s', 'CPU time', 'requests/s', 'CPU/request', 'bytes']
  return `${title}\n${table(headings, rows)}`
}

export function column(loads: readonly Load[] = [], name: keyof Load): number[] {
  return loads.map(load => load[name])
}
