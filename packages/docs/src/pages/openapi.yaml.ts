import type { APIRoute } from 'astro'
import { current } from '../contract/editions.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => text(current.yaml ?? '', 'application/yaml')
