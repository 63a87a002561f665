import { url } from '../site/address.ts'
import { changeLink } from '../site/change-link.ts'
import { type Release, releaseHistory } from '../site/release-history.ts'

/** The markdown twin of the page of all versions. */
export function changelogMarkdown(): string {
  return [
    '# Versions and changes',
    'A major version may break its callers, a minor one adds, a patch changes words.',
    ...releaseHistory().flatMap(releaseMarkdown),
    '',
  ].join('\n\n')
}

export function releaseMarkdown({ name, date, edition, summary, sections }: Release): string[] {
  const parts = sections.flatMap(({ title, operationId, changes }) => [
    `### ${title}`,
    changes
      .map(change => {
        const { class: verdict, rest, types, location } = change
        const link = changeLink(edition, operationId, change)
        const words = [rest ?? types, rest && types && types !== rest && `In TypeScript: ${types}`].filter(
          Boolean,
        )
        return `- ${verdict}: ${words.join('. ')} (${link === undefined ? location : `[${location}](${url(link)})`})`
      })
      .join('\n'),
  ])
  return [
    `## ${name}`,
    `${date ? `Released ${date}. ` : ''}${summary} Contract: [openapi.json](${url(`${edition.prefix}openapi.json`)}).`,
    ...parts,
  ]
}
