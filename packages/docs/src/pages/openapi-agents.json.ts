import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute } from 'astro'
import { contracts } from '../repository.ts'

export const GET: APIRoute = () => new Response(readFileSync(join(contracts, 'dist/openapi-agents.json')))
