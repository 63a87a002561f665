import { current, type Edition, editions, operationPath, schemaPath } from '../contract/edition.ts'
import { guides, twinMarkdown } from '../guides/guides.ts'
import { href, twin } from '../site/address.ts'
import { changelogs } from '../site/changelogs.ts'
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
    ...editions.flatMap(referencePages),
    versionsPage(),
    ...changelogs.map(changelog => ({
      path: `changelog/${changelog.version}/`,
      title: `Changes in ${changelog.version}`,
      summary: changelog.previous ? `What changed since ${changelog.previous}` : 'The first release',
      markdown: changelogMarkdown(changelog),
    })),
  ]
}

function referencePages(edition: Edition): MarkdownPage[] {
  const lists = (['schemas', 'enums'] as const).map(kind => {
    const title = kind === 'enums' ? 'Enums' : 'Schemas'
    const items = edition.schemas
      .filter(schema => schema.kind === kind)
      .map(({ name, description }) => `- [${name}](${href(twin(schemaPath(edition, name)))}): ${description}`)
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
      markdown: operationMarkdown(edition, operation),
    })),
    ...lists,
    ...edition.schemas.map(schema => ({
      path: schemaPath(edition, schema.name),
      title: schema.name,
      summary: schema.description,
      markdown: schemaMarkdown(edition, schema),
    })),
  ]
}

function overviewPage(edition: Edition): MarkdownPage {
  const { title, description } = edition.contract.info
  const operations = edition.operations.map(
    ({ id, summary, path }) => `- [${summary}](${href(twin(operationPath(edition, id)))}): \`GET ${path}\``,
  )
  return {
    path: edition.prefix,
    title: `${title} ${edition.version}`,
    summary: 'What the contract covers and its conventions',
    markdown: `# ${title} ${edition.version}\n\n${description.trim()}\n\n## Operations\n\n${operations.join('\n')}\n`,
  }
}

function versionsPage(): MarkdownPage {
  const items = editions.map(
    ({ prefix, version }) =>
      `- [${prefix === '' ? `Current (${version})` : version}](${href(twin(prefix))}), [openapi.json](${href(`${prefix}openapi.json`)})`,
  )
  return {
    path: 'versions/',
    title: 'Versions and changes',
    summary: `The current contract is ${current.version}`,
    markdown: `# Versions and changes\n\n${items.join('\n')}\n`,
  }
}
