import type { APIRoute } from 'astro'
import { current } from '../contract/editions.ts'
import { documentsOf } from '../search/documents.ts'

export const GET: APIRoute = () => new Response(JSON.stringify(documentsOf(current)))
