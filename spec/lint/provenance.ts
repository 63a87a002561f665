import type { Context, Rule } from './redocly.ts'

interface Marked {
  readonly 'x-provenance'?: string
}

/**
 * `x-provenance` marks what the source document leaves open, with where it was taken from (option `allowed`). The number
 * of marks is pinned (option `marks`), so that nothing becomes marked or unmarked unnoticed.
 */
export const provenance: Rule = options => {
  const { marks, allowed } = options as { marks: number; allowed: readonly string[] }
  const found = new Set<string>()

  function look(node: Marked | null, { location, report }: Context): void {
    const mark = node?.['x-provenance']
    if (mark === undefined || found.has(location.absolutePointer)) return
    found.add(location.absolutePointer)
    if (!allowed.includes(mark))
      report({ message: `x-provenance "${mark}" is not one of ${allowed.join(', ')}.` })
  }

  return {
    any: { enter: look },
    ref: { enter: look },
    Root: {
      leave: (_root: unknown, { report }) => {
        if (found.size !== marks)
          report({ message: `${found.size} provenance marks, but redocly.yaml pins ${marks}.` })
      },
    },
  }
}
