import type { APIRoute } from 'astro'
import { current } from '../../contract/editions.ts'

/** The version that added each part of the newest release; parts of the first release are left out. */
export const GET: APIRoute = () =>
  new Response(
    `${JSON.stringify({ version: current.version, since: Object.fromEntries(current.since) }, null, 2)}\n`,
  )
