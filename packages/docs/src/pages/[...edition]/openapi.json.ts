import type { APIRoute } from 'astro'
import type { Edition } from '../../contract/edition.ts'
import { editionPaths } from '../../site/paths.ts'

export const getStaticPaths = editionPaths

export const GET: APIRoute<{ edition: Edition }> = ({ props }) => new Response(props.edition.json)
