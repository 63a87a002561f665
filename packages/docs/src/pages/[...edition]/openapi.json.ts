import type { APIRoute } from 'astro'
import type { Edition } from '../../contract/edition.ts'
import { editionPaths } from '../../site/paths.ts'
import { text } from '../../site/text.ts'

export const getStaticPaths = editionPaths

export const GET: APIRoute<{ edition: Edition }> = ({ props }) => text(props.edition.json, 'application/json')
