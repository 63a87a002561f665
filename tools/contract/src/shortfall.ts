import { readChangesets } from '@changesets/read'

/** Steps of versions, the smallest first. */
const bumps = ['none', 'patch', 'minor', 'major'] as const
export type Bump = (typeof bumps)[number]

/** A step that a package must take, with its reasons. */
export interface Demand {
  name: string
  bump: Bump
  /** Lines for people, each with the step that it asks for. */
  reasons: readonly { bump: Bump; text: string }[]
}

const confirmation = /^Breaking change confirmed by:[ \t]*\S/m

/**
 * The lack of a changeset for a demand, as a text with the changeset to add; nothing when the changesets declare enough.
 * The release plan is not used, because groups and dependents in it raise packages without a changeset.
 */
export async function shortfall(root: string, { name, bump, reasons }: Demand): Promise<string | undefined> {
  let declared: Bump = 'none'
  let isConfirmed = bump !== 'major'
  for (const { releases, summary } of await readChangesets(root)) {
    const release = releases.find(each => each.name === name)
    if (release && isLess(declared, release.type)) declared = release.type
    if (release?.type === 'major' && confirmation.test(summary)) isConfirmed = true
  }
  const lines = reasons.filter(each => isLess(declared, each.bump)).map(({ text }) => `  ${text}`)
  const confirm = 'Breaking change confirmed by: <name>'
  if (isLess(declared, bump))
    return [
      `${name} needs a ${bump} changeset; ${declared === 'none' ? 'none names it' : `${declared} is declared`}`,
      ...lines,
      ...['', 'Add .changeset/<any-name>.md:', '', '---', `"${name}": ${bump}`, '---', ''],
      'A sentence for users: the effect of this change.',
      ...(bump === 'major' ? ['', confirm] : []),
      '',
    ].join('\n')
  if (isConfirmed) return undefined
  const wanted = reasons.filter(each => each.bump === 'major').map(({ text }) => `  ${text}`)
  return [
    `${name}: a major step needs the name of a person who confirms it. Add this line to the changeset:`,
    ...['', confirm, '', ...wanted],
  ].join('\n')
}

/** True for the smaller of two steps. */
function isLess(one: Bump, other: Bump): boolean {
  return bumps.indexOf(one) < bumps.indexOf(other)
}
