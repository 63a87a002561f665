import type { ClientConfig } from './config.ts'

/**
 * The base URL without a trailing slash. In a browser it may be relative to the page.
 *
 * @throws TypeError for an invalid URL, before any call.
 */
export const baseUrlOf = ({ baseUrl }: ClientConfig): string =>
  new URL(baseUrl, globalThis.location?.href).href.replace(/\/+$/, '')
