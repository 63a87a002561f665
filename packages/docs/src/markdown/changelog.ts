import type { Changelog } from '../site/changelogs.ts'

/** The markdown twin of a release's changelog. */
export function changelogMarkdown({ version, previous, operations }: Changelog): string {
  const sections = operations.map(({ operation, operationId, changes }) => {
    const lines = changes.map(({ class: verdict, rest, types, location }) =>
      [`- ${verdict}: ${rest ?? ''}`, types && `in TypeScript: ${types}`, `(${location})`]
        .filter(Boolean)
        .join(' '),
    )
    return `## ${operationId ?? (operation || 'The contract as a whole')}\n\n${lines.join('\n')}`
  })
  const head = previous ? `Compared with ${previous}.` : 'The first release.'
  return `${[`# Changes in ${version}`, head, ...sections].join('\n\n')}\n`
}
