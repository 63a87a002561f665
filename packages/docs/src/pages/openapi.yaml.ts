import type { APIRoute } from 'astro'
import { current } from '../contract/current.ts'

export const GET: APIRoute = () => new Response(current.yaml)
