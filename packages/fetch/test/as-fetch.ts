import type { Fetch } from '../src/config.ts'

/** A `fetch` for a client that answers a whole `Request`, which tests read more easily than URL and options. */
export const asFetch =
  (answer: (request: Request) => Response | Promise<Response>): Fetch =>
  async (input, init) =>
    answer(new Request(input, init))
