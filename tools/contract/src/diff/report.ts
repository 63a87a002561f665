import type { Change } from './compare.ts'

const titles = {
  breaking: 'Breaking: programs that work today will fail',
  'may-break': 'May break: see if it affects you',
  'non-breaking': 'Added and relaxed: programs work as before',
  documentation: '',
}

/** The changes as Markdown, for terminals, pull requests and changelogs. Documentation is counted only. */
export function report(changes: readonly Change[]): string {
  const groups = [...Map.groupBy(changes, each => each.class)]
  const counts = groups.map(([name, { length }]) => `${length} ${name.replace('may-', 'may ')}`).join(', ')
  const sections = groups
    .filter(([name]) => titles[name])
    .map(([name, each]) => {
      const lines = each.map(({ message, place, sunset }) => {
        const announced = sunset ? ` Its announced sunset is ${sunset}.` : ''
        return `- ${message}${announced} (${place})`
      })
      return `\n## ${titles[name]}\n\n${lines.join('\n')}\n`
    })
  return `${counts || 'No difference'}.\n${sections.join('')}`
}
