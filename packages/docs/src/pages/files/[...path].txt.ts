import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute } from 'astro'
import { guides } from '../../guides/guides.ts'
import { repository } from '../../repository.ts'

/** The whole files of the excerpts in guides. */
export const getStaticPaths = () =>
  guides.flatMap(({ source }) =>
    [...source.matchAll(/\(\/files\/(\S+)\.txt\)/g)].map(([, path]) => ({ params: { path } })),
  )

export const GET: APIRoute = ({ params }) =>
  new Response(readFileSync(join(repository, params.path ?? ''), 'utf8'))
