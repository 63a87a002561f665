import type { APIRoute } from 'astro'
import { type ContractFile, released } from '../../../contract/current.ts'

/** Every released contract keeps its address, also one from before the pages of a release were kept. */
export const getStaticPaths = () =>
  released.map(file => ({ params: { version: file.version }, props: { file } }))

export const GET: APIRoute<{ file: ContractFile }> = ({ props }) => new Response(props.file.json)
