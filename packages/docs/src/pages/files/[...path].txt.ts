import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute } from 'astro'
import { guides } from '../../guides/guides.ts'
import { snippetsIn } from '../../guides/snippets.ts'
import { repository } from '../../repository.ts'
import { text } from '../../site/text.ts'

/** The whole files of the excerpts in guides. */
export const getStaticPaths = () => {
  const excerpts = guides.flatMap(({ source }) => snippetsIn(source)).filter(({ isExcerpt }) => isExcerpt)
  return [...new Set(excerpts.map(({ source }) => source.split('#')[0]))].map(path => ({ params: { path } }))
}

export const GET: APIRoute = ({ params }) => text(readFileSync(join(repository, params.path ?? ''), 'utf8'))
