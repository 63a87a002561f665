import type { APIRoute } from 'astro'
import { current } from '../contract/editions.ts'
import { guides, twinMarkdown } from '../guides/guides.ts'
import { firstLines } from '../markdown/machines.ts'
import { operationMarkdown } from '../markdown/operation.ts'
import { schemaMarkdown } from '../markdown/schema.ts'
import { text } from '../site/text.ts'

/** All for a caller of the API in one text: each schema once, after the guides and the operations. */
export const GET: APIRoute = () =>
  text(
    [
      firstLines(),
      ...guides.filter(({ group }) => group !== 'operators').map(twinMarkdown),
      ...current.operations.map(operation => operationMarkdown(current, operation, 'once')),
      ...current.schemas.map(schema => schemaMarkdown(current, schema, 'once')),
    ].join('\n---\n\n'),
  )
