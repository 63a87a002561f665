import type { APIRoute } from 'astro'
import { current } from '../contract/edition.ts'
import { text } from '../site/text.ts'

export const GET: APIRoute = () => text(current.yaml ?? '', 'application/yaml')
