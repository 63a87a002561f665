import type { ClientConfig } from './config.ts'

/**
 * The base URL without a slash at its end; in a page it may be relative to that.
 *
 * @throws TypeError for what is no URL: at once, rather than at each call.
 */
export const baseUrlOf = ({ baseUrl }: ClientConfig): string =>
  new URL(baseUrl, globalThis.location?.href).href.replace(/\/+$/, '')
