import type { ClientConfig } from './config.ts'

/** Takes a request to the network. What repeats or times an attempt belongs here, beneath what sees one call. */
export type Transport = (request: Request) => Promise<Response>

/** The caller's `fetch`, or the platform's as it is at the moment of the request. */
export const createTransport =
  ({ fetch }: ClientConfig): Transport =>
  request =>
    (fetch ?? globalThis.fetch)(request)
