import type { APIRoute } from 'astro'
import { standing } from '../../contract/editions.ts'

/** The version that added each part of the newest release; parts of the first release are left out. */
export const GET: APIRoute = () =>
  new Response(
    `${JSON.stringify({ version: standing.version, since: Object.fromEntries(standing.since) }, null, 2)}\n`,
  )
