import type { APIRoute } from 'astro'
import { documentsOf } from '../search/documents.ts'

export const GET: APIRoute = () => new Response(JSON.stringify(documentsOf()))
