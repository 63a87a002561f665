import type { APIRoute } from 'astro'
import { current } from '../contract/editions.ts'

export const GET: APIRoute = () => new Response(current.yaml ?? '')
