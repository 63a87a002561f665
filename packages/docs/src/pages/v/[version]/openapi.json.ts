import type { APIRoute } from 'astro'
import { released } from '../../../contract/current.ts'

/** Every released contract keeps its address, also one from before the pages of a release were kept. */
export const getStaticPaths = () =>
  released.map(({ version, json }) => ({ params: { version }, props: { json } }))

export const GET: APIRoute<{ json: string }> = ({ props }) => new Response(props.json)
