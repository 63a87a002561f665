import type { Fetch } from '../src/config.ts'

/** A `fetch` for a client that answers a whole `Request`, its signal included. */
export const asFetch =
  (answer: (request: Request) => Response | Promise<Response>): Fetch =>
  async (request, init) =>
    answer(new Request(request, init))
