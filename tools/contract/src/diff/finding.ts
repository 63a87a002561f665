/** The classes of changes, the most important first. */
export const classes = ['breaking', 'may-break', 'non-breaking', 'documentation'] as const
export type Class = (typeof classes)[number]

/** A change of one node. */
export interface Finding {
  class: Class
  message: string
  /** The node in the revision, or in the base if it is gone. */
  pointer: string
  /** The first day on which a release may remove what is gone, if it was announced: `2027-06-30`. */
  sunset?: string | undefined
}

/** The latest sunset that is announced within a part. */
export function sunsetIn(part: unknown): string | undefined {
  const days = (JSON.stringify(part) ?? '').matchAll(/sunset":"([^"]+)"/g)
  return [...days]
    .map(([, day]) => day)
    .sort()
    .at(-1)
}

/** Values as code in Markdown. */
export function code(...values: unknown[]): string {
  return values.map(value => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``).join(', ')
}
