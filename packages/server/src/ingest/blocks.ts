import type { Position } from './applier.ts'
import type { Block } from './batch.ts'
import { integer, MalformedEvent, type Message, message, text } from './protojson.ts'

/** One event of a block, with the line it came from. */
export interface Event {
  readonly line: number
  readonly type: string
  readonly message: Message
}

/** A whole block: everything between its begin and its end. */
export interface WholeBlock extends Block {
  readonly events: readonly Event[]
}

/** A line that cannot be taken; the message gives its number and what is wrong. */
export class LineError extends Error {
  override readonly name = 'LineError'

  /** The number of the line, the first being 1. */
  readonly line: number
  readonly problem: string

  /** @param file where the line is, when there are several */
  constructor(line: number, problem: string, options?: ErrorOptions, file?: string) {
    super(`${file === undefined ? '' : `${file}, `}line ${line}: ${problem}`, options)
    this.line = line
    this.problem = problem
  }
}

const BEGIN = 'BUS_EVENT_TYPE_BEGIN_BLOCK'
const END = 'BUS_EVENT_TYPE_END_BLOCK'

/** Gathers lines into whole blocks and leaves out those that are stored already. */
export class BlockReader {
  #line = 0
  #open: { block: Block; events: Event[]; stored: boolean } | undefined
  #chain: string
  /** Blocks left out because they are stored. */
  skipped = 0

  constructor(chain: string) {
    this.#chain = chain
  }

  /** The chain of the events; '' before the first. */
  get chain(): string {
    return this.#chain
  }

  /** Lines read so far. */
  get lines(): number {
    return this.#line
  }

  /** The height of the block that has begun and not ended. */
  get unfinished(): bigint | undefined {
    return this.#open?.block.height
  }

  /** Takes a line; gives the block that it ends, if it ends one that is new. */
  take(line: string, stored: Position): WholeBlock | undefined {
    this.#line += 1
    try {
      return this.#event(parse(line), stored)
    } catch (error) {
      if (error instanceof MalformedEvent) throw new LineError(this.#line, error.message, { cause: error })
      throw error
    }
  }

  #event(event: Message, stored: Position): WholeBlock | undefined {
    const type = text(event, 'type')
    if (type === BEGIN) this.#begin(event, stored)
    else if (type === END) return this.#end(event)
    // Before the first block of a recording there may be the rest of another one; it has no block time.
    else if (this.#open && !this.#open.stored)
      this.#open.events.push({ line: this.#line, type, message: event })
    return undefined
  }

  #begin(event: Message, stored: Position): void {
    const begin = message(event, 'beginBlock')
    if (!begin) throw new MalformedEvent(`an event of type ${BEGIN} must carry "beginBlock"`)
    const block = {
      height: integer(begin, 'height'),
      hash: text(event, 'block').toLowerCase(),
      time: integer(begin, 'timestamp'),
    }
    if (this.#open)
      throw this.#refuse(`block ${block.height} begins before block ${this.#open.block.height} has ended`)
    this.#requireChain(event)
    this.#open = { block, events: [], stored: this.#isStored(block, stored) }
  }

  #end(event: Message): WholeBlock | undefined {
    const open = this.#open
    if (!open) return undefined
    const height = integer(message(event, 'endBlock') ?? {}, 'height')
    if (height !== open.block.height)
      throw this.#refuse(`block ${height} ends, but block ${open.block.height} is open`)
    this.#open = undefined
    if (!open.stored) return { ...open.block, events: open.events }
    this.skipped += 1
    return undefined
  }

  #isStored(block: Block, stored: Position): boolean {
    if (stored.height < 0n || block.height === stored.height + 1n) return false
    if (block.height < stored.height) return true
    if (block.height > stored.height) {
      throw this.#refuse(
        `block ${block.height} does not follow block ${stored.height}, the last one stored; give the events from block ${stored.height + 1n} on`,
      )
    }
    if (stored.hashes.includes(block.hash)) return true
    // Genesis and the first block share their height and time, not their hash. Anything else is another history.
    if (stored.hashes.length === 1 && block.time === stored.time) return false
    throw this.#refuse(
      `block ${block.height} has hash ${block.hash}, but ${stored.hashes.join(', ')} is stored: this is another history; ingest it into a new database`,
    )
  }

  #requireChain(event: Message): void {
    const chain = text(event, 'chainId')
    this.#chain ||= chain
    if (chain !== this.#chain)
      throw this.#refuse(
        `the event is of chain "${chain}", the database of "${this.#chain}"; give each chain a database of its own`,
      )
  }

  #refuse(problem: string): LineError {
    return new LineError(this.#line, problem)
  }
}

function parse(line: string): Message {
  try {
    const event: unknown = JSON.parse(line)
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as Message
  } catch (cause) {
    throw new MalformedEvent(`not a JSON object: ${(cause as Error).message}`, { cause })
  }
  throw new MalformedEvent('not a JSON object')
}
