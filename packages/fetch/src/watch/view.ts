import type { Source } from '../call.ts'
import { directionOf } from '../directions.ts'
import type { Params } from '../url.ts'
import { type Content, changesOf, contentOf } from './changes.ts'

/** The state that a watch has shown, and the events from there to the next one. */
export class View {
  readonly #source: Source
  #content: Content | undefined
  #fields = { data: undefined as object | undefined, records: [] as unknown[], hasMore: false }

  constructor(source: Source) {
    this.#source = source
  }

  /** The last response; `undefined` while an order is missing. */
  get data(): object | undefined {
    return this.#fields.data
  }

  /** An event with the fields of the state. */
  event(event: object): object {
    return { blockHeight: undefined, merged: false, last: true, reset: false, ...this.#fields, ...event }
  }

  /**
   * The events of a response.
   *
   * @param merged whether the changes may be the sum of several.
   * @param reset whether it is the first state of another history.
   * @throws RangeError for a list of more than a page at the start, unless the caller has asked for a window of it.
   */
  show(data: object | undefined, blockHeight: string | undefined, merged: boolean, reset: boolean): object[] {
    const { operationId, params } = this.#source
    const before = this.#content
    const after = contentOf(this.#source, data, before)
    const { records, hasMore } = after
    if (!before && hasMore) refuseLongList(operationId, params)
    this.#content = after
    const fields = { data, records: [...records.values()], blockHeight, hasMore }
    this.#fields = fields
    const changes = before && !reset ? changesOf(before, after, params) : []
    // A list that outgrows its page is told in any case.
    if (!before || reset || (changes.length === 0 && before.hasMore !== hasMore))
      return [this.event({ type: 'state', reset })]
    return changes.map((change, index) =>
      this.event({ ...change, merged, last: index === changes.length - 1 }),
    )
  }
}

const refuseLongList = (operationId: string, params: Params) => {
  const [size] = directionOf(params)
  if (params[size] === undefined)
    throw new RangeError(
      `${operationId} has more records than a page: use a filter, or follow a window of it, such as { '${size}': 100 }`,
    )
}
