import { url } from '../site/address.ts'
import { type Release, releaseHistory } from '../site/release-history.ts'
import { withWholeLinks } from './inline.ts'

/** The markdown twin of the page of all versions. */
export function changelogMarkdown(): string {
  return [
    '# Versions and changes',
    'A major version may break its callers, a minor one adds, a patch changes words.',
    ...releaseHistory().flatMap(releaseMarkdown),
    '',
  ].join('\n\n')
}

export function releaseMarkdown({ name, date, edition, notes, facts }: Release): string[] {
  const list = facts.map(({ class: verdict, text, where, path }) => {
    const place = path === undefined ? where : `[${where}](${url(path)})`
    return `- ${verdict}: ${text} (${place})`
  })
  return [
    `## ${name}`,
    `${date ? `Released ${date}. ` : ''}Contract: [openapi.json](${url(`${edition.prefix}openapi.json`)}).`,
    ...(notes.length > 0 ? [notes.map(note => `- ${withWholeLinks(note)}`).join('\n')] : []),
    ...(list.length > 0 ? ['### All differences', list.join('\n')] : []),
  ]
}
