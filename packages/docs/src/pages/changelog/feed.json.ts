import type { APIRoute } from 'astro'
import { feed } from '../../site/changelogs.ts'
import { text } from '../../site/text.ts'

/** A feed without items until the first release writes one. */
const NONE = `${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Changes of the contract', items: [] })}\n`

export const GET: APIRoute = () => text(feed ?? NONE, 'application/json')
