import { introductionOf } from '../contract/document.ts'
import { type Edition, operationPath, schemaPath } from '../contract/edition.ts'
import { editions } from '../contract/editions.ts'
import { type Guide, groups, guides, twinMarkdown } from '../guides/guides.ts'
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
      summary: `${operation.description.split('. ')[0]}. \`GET ${operation.path}\``,
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
  const { contract, operations, prefix, version } = edition
  const { lead, conventions } = introductionOf(contract)
  const title = `${contract.info.title} ${version}`
  const sections = [
    '## Operations',
    ...contract.tags.flatMap(({ name, description }) => [
      `### ${name}`,
      description,
      operations
        .filter(({ tag }) => tag === name)
        .map(
          ({ id, summary, path }) =>
            `- [${summary}](${url(twin(operationPath(edition, id)))}) \`GET ${path}\``,
        )
        .join('\n'),
    ]),
    ...(prefix === '' ? groups.flatMap(([heading, , group]) => [`## ${heading}`, guideItems(group)]) : []),
    '## Conventions',
    conventions.map(({ name, text }) => `- **${name}**: ${text}`).join('\n'),
  ]
  return {
    path: prefix,
    title,
    summary: 'What the contract covers and its conventions',
    markdown: [`# ${title}`, lead, ...sections, ''].join('\n\n'),
  }
}

function guideItems(group: Guide['group']): string {
  return guides
    .filter(guide => guide.group === group)
    .map(({ id, title, description }) => `- [${title}](${url(twin(`${id}/`))}): ${description}`)
    .join('\n')
}
