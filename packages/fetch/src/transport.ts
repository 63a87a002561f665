import type { ClientConfig } from './config.ts'

/** Takes one request to the network, beneath the engine and its middleware, which see one call. */
export type Transport = (request: Request) => Promise<Response>

/** The caller's `fetch`, or the platform's as it is at the moment of the request. */
export const createTransport =
  ({ fetch }: ClientConfig): Transport =>
  request =>
    (fetch ?? globalThis.fetch)(request)
