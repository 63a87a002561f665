import { readChangesets } from '@changesets/read'

/** Steps of versions, the smallest first. */
const bumps = ['none', 'patch', 'minor', 'major'] as const
type Bump = (typeof bumps)[number]

/** A line for people, with the step that it asks a package for. */
export interface Reason {
  bump: Bump
  text: string
}

const confirmation = /^Breaking change confirmed by:[ \t]*\S/m

/**
 * The lack of a changeset of a package, as a text with the changeset to add; nothing when the changesets declare enough.
 * The release plan is not used, because groups and dependents in it raise packages without a changeset.
 */
export async function shortfall(root: string, name: string, reasons: readonly Reason[]) {
  const bump = bumps.findLast(step => reasons.some(each => each.bump === step)) ?? 'none'
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
