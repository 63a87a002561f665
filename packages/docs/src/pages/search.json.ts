import type { APIRoute } from 'astro'
import { current } from '../contract/editions.ts'
import { documentsOf } from '../search/documents.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => text(JSON.stringify(documentsOf(current)), 'application/json')
