import { type Edition, editions, operationPath, schemaPath } from '../contract/edition.ts'
import { guides, twinMarkdown } from '../guides/guides.ts'
import { twin, url } from '../site/address.ts'
import { changelogMarkdown } from './changelog.ts'
import { operationMarkdown } from './operation.ts'
import { schemaMarkdown } from './schema.ts'

/** A page of the site in markdown. */
export interface MarkdownPage {
  /** Path of the page from the site's root, such as `operations/getOrder/`. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly markdown: string
  /** The version of the contract that the page is about; none for a guide. */
  readonly edition?: Edition
}

/** Every page of the site, those of released contracts last. */
export function markdownPages(): MarkdownPage[] {
  return [
    ...guides.map(guide => ({
      path: `${guide.id}/`,
      title: guide.title,
      summary: guide.description,
      markdown: twinMarkdown(guide),
    })),
    ...editions.flatMap(edition => referencePages(edition).map(page => ({ ...page, edition }))),
    {
      path: 'changelog/',
      title: 'Versions and changes',
      summary: 'Every version of the contract, with its date and its changes',
      markdown: changelogMarkdown(),
    },
  ]
}

function referencePages(edition: Edition): MarkdownPage[] {
  const lists = (['schemas', 'enums'] as const).map(kind => {
    const title = kind === 'enums' ? 'Enums' : 'Schemas'
    const items = edition.schemas
      .filter(schema => schema.kind === kind)
      .map(({ name, description }) => `- [${name}](${url(twin(schemaPath(edition, name)))}): ${description}`)
    return {
      path: `${edition.prefix}${kind}/`,
      title,
      summary: `All ${kind}`,
      markdown: `# ${title}\n\n${items.join('\n')}\n`,
    }
  })
  return [
    overviewPage(edition),
    ...edition.operations.map(operation => ({
      path: operationPath(edition, operation.id),
      title: operation.summary,
      summary: `GET ${operation.path}`,
      markdown: operationMarkdown(edition, operation, 'page'),
    })),
    ...lists,
    ...edition.schemas.map(schema => ({
      path: schemaPath(edition, schema.name),
      title: schema.name,
      summary: schema.description,
      markdown: schemaMarkdown(edition, schema, 'page'),
    })),
  ]
}

function overviewPage(edition: Edition): MarkdownPage {
  const { title, description } = edition.contract.info
  const operations = edition.operations.map(
    ({ id, summary, path }) => `- [${summary}](${url(twin(operationPath(edition, id)))}): \`GET ${path}\``,
  )
  return {
    path: edition.prefix,
    title: `${title} ${edition.version}`,
    summary: 'What the contract covers and its conventions',
    markdown: `# ${title} ${edition.version}\n\n${description.trim()}\n\n## Operations\n\n${operations.join('\n')}\n`,
  }
}
