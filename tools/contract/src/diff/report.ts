import type { Change } from './compare.ts'
import { classes } from './rate.ts'

const titles = {
  breaking: 'Breaking: programs that work today will fail',
  'may-break': 'May break: see if it affects you',
  'non-breaking': 'Added and relaxed: programs work as before',
  documentation: '',
}

/** The changes as Markdown, for terminals, pull requests and changelogs. Documentation is counted only. */
export function report(changes: readonly Change[]): string {
  const groups = Map.groupBy(changes, each => each.class)
  const found = classes.filter(each => groups.has(each))
  const counts = found.map(each => `${groups.get(each)?.length} ${each.replace('may-', 'may ')}`).join(', ')
  const sections = found
    .filter(each => each !== 'documentation')
    .map(each => {
      const lines = groups.get(each)?.map(({ message, place, sunset }) => {
        const announced = sunset ? ` Its announced sunset is ${sunset}.` : ''
        return `- ${message}${announced} (${place})`
      })
      return `\n## ${titles[each]}\n\n${lines?.join('\n')}\n`
    })
  return `${counts || 'No difference'}.\n${sections.join('')}`
}
