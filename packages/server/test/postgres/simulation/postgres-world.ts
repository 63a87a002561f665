import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '@trading-network/simulator'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import { createHttp } from '../../../src/http/app.ts'
import { ingest } from '../../../src/ingest/ingest.ts'
import { openWriter } from '../../../src/ingest/open-writer.ts'
import { openReaders } from '../../../src/network/databases.ts'
import { type Network, operations } from '../../../src/network/open-network.ts'
import { tables } from '../../../src/projections/tables.ts'
import { Unavailable } from '../../../src/store/database-error.ts'
import { PostgresReader } from '../../../src/store/postgres/reader.ts'
import { contents } from '../../contents.ts'
import { ingestInto, sourceOf } from '../../running.ts'
import { type Faults, linesUpTo, PAUSE_MS, type World } from '../../simulation/history.ts'
import type { Oracle } from '../../simulation/oracle.ts'
import { run } from '../database.ts'
import { Link } from './link.ts'
import type { Pair } from './pair.ts'

const MAX_DELAY_MS = 15

/** From the service to the primary and to the standby, and from ingest to the primary. */
interface Links {
  readonly primary: Link
  readonly standby: Link
  readonly ingest: Link
}

/**
 * A database on a real primary with a real standby. The service and ingest reach them over links. The clock of this
 * process moves only by the test. A seed determines the events, but not the timing of PostgreSQL and of sockets. So a
 * failure may need several replays.
 */
export class PostgresWorld implements World {
  readonly #pair: Pair
  readonly #name: string
  readonly #oracle: Oracle
  readonly #random: Random
  readonly #links: Links
  #height = 0n
  #readers: readonly PostgresReader[] = []
  #network: Network | undefined
  app!: FastifyInstance
  readonly faults: Faults = {
    replicate: [3, () => this.#pair.catchUp()],
    failOver: [1, () => this.#failOver()],
    crash: [1, () => this.#crash()],
    restart: [2, () => this.#restart()],
    toggle: [3, () => this.#toggle()],
    heal: [2, () => this.heal()],
    cut: [3, () => this.#cut()],
    slow: [2, () => this.#slow()],
  }

  private constructor(pair: Pair, name: string, oracle: Oracle, random: Random, links: Links) {
    this.#pair = pair
    this.#name = name
    this.#oracle = oracle
    this.#random = random
    this.#links = links
  }

  static async start(pair: Pair, name: string, oracle: Oracle, random: Random): Promise<PostgresWorld> {
    await run(pair.primary.url(), `CREATE DATABASE ${name}`)
    await ingestInto(pair.primary.url(name), oracle.blocks.slice(0, 2).flat())
    await pair.catchUp()
    const [primary, standby, ingest] = await Promise.all(
      [pair.primary, pair.standby, pair.primary].map(({ port }) => Link.open(port)),
    )
    const links = { primary: primary!, standby: standby!, ingest: ingest! }
    const world = new PostgresWorld(pair, name, oracle, random, links)
    await world.#restart()
    await world.#readHeight()
    return world
  }

  get height(): bigint | undefined {
    return this.#links.primary.isDown ? undefined : this.#height
  }

  contents(): Promise<unknown> {
    return contents(this.#url)
  }

  /** The connection of a killed process breaks, and the process writes nothing more. */
  async ingest(blocks: number, killedAt?: number): Promise<void> {
    await this.#ingest(blocks, killedAt, true)
  }

  heal(): void {
    for (const link of this.#all) {
      link.isDown = false
      link.delay = 0
    }
    vi.advanceTimersByTime(PAUSE_MS)
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.#network?.close()
    for (const link of this.#all) link.close()
    await run(this.#pair.primary.url(), `DROP DATABASE ${this.#name} WITH (FORCE)`)
  }

  async #ingest(blocks: number, cutAt = Number.POSITIVE_INFINITY, isKilled = false): Promise<void> {
    const lines = linesUpTo(this.#oracle, this.#height, blocks)
    const { ingest: link } = this.#links
    link.left = cutAt
    try {
      const writer = await openWriter(this.#urlAt(link), { wait: true })
      if (isKilled) writer.mayPass = () => false
      const batchEvents = 1 + this.#random.below(400)
      await ingest(sourceOf(lines), writer, { batchEvents }).finally(() => writer.close())
    } catch (error) {
      if (!(error instanceof Unavailable && Number.isFinite(cutAt))) throw error
    }
    link.left = Number.POSITIVE_INFINITY
    await this.#readHeight()
  }

  /** Waits until the writer's process in PostgreSQL has ended, and reads the height that it left. */
  async #readHeight(): Promise<void> {
    const writer = await openWriter(this.#url, { wait: true })
    this.#height = (await writer.checkpoint())?.height ?? 0n
    await writer.close()
  }

  async #failOver(): Promise<void> {
    await this.#pair.failOver()
    this.#links.primary.target = this.#pair.primary.port
    this.#links.ingest.target = this.#pair.primary.port
    this.#links.standby.target = this.#pair.standby.port
    await this.#untilNoticed([this.#links.primary, this.#links.standby])
    await this.#readHeight()
  }

  async #crash(): Promise<void> {
    await this.#pair.crash()
    await this.#untilNoticed([this.#links.primary])
  }

  /** The service ends and starts again, and loses its stored responses. It starts only if a database is there. */
  async #restart(): Promise<void> {
    await this.app?.close()
    await this.#network?.close()
    if (this.#servers.every(({ isDown }) => isDown)) this.heal()
    this.#readers = this.#servers.map(link => new PostgresReader(this.#urlAt(link), tables))
    this.#network = await openReaders(this.#readers)
    const { answer, head } = this.#network
    this.app = createHttp({ operations, answer, head })
  }

  /** A database is down, or back again. */
  async #toggle(): Promise<void> {
    const link = this.#random.pick(this.#servers)
    link.isDown = !link.isDown
    if (link.isDown) await this.#untilNoticed([link])
    else vi.advanceTimersByTime(PAUSE_MS)
  }

  /** All connections of the service break. Then ingest runs, and its connection breaks once. */
  async #cut(): Promise<void> {
    for (const link of this.#servers) link.cut()
    await this.#untilNoticed(this.#servers)
    await this.#ingest(1 + this.#random.below(3), this.#random.below(60))
  }

  /** The network to a database becomes slow. */
  #slow(): void {
    this.#random.pick(this.#all).delay = this.#random.below(MAX_DELAY_MS)
  }

  /** Waits until the service has noticed that its idle connections are broken. */
  async #untilNoticed(links: readonly Link[]): Promise<void> {
    const readers = this.#readers.filter((_, index) => links.includes(this.#servers[index] as Link))
    while (readers.some(({ connections }) => connections.total > 0)) await wait(1)
  }

  get #all(): readonly Link[] {
    return [...this.#servers, this.#links.ingest]
  }

  /** The links of the service, in the order of its readers. */
  get #servers(): readonly Link[] {
    return [this.#links.primary, this.#links.standby]
  }

  get #url(): string {
    return this.#pair.primary.url(this.#name)
  }

  #urlAt({ port }: Link): string {
    return `postgres://postgres@127.0.0.1:${port}/${this.#name}`
  }
}
