import { type Bump, bumps } from '@trading-network/spec-diff'
import { type Declared, declared } from './declared.ts'

/** A step that packages must take, with its reasons. */
export interface Demand {
  /** Each of them needs a changeset. */
  packages: readonly string[]
  bump: Bump
  /** Lines for people, each with the step that it asks for. */
  reasons: readonly { bump: Bump; text: string }[]
}

/** The lack of changesets for a demand, as a text with the changeset to add; nothing when they declare enough. */
export async function shortfall(root: string, demand: Demand): Promise<string | undefined> {
  const { packages, bump } = demand
  const all = await Promise.all(packages.map(async name => ({ name, ...(await declared(root, name)) })))
  const short = all.filter(its => isLess(its.bump, bump))
  if (short.length > 0) return changesetsLack(short, demand)
  const unconfirmed = all.filter(({ confirmedBy }) => confirmedBy.length === 0)
  if (bump !== 'major' || unconfirmed.length === 0) return undefined
  return [
    `${unconfirmed.map(({ name }) => name).join(', ')}: a major step needs the name of a person who confirms it. Add this line to the changeset:`,
    '',
    'Breaking change confirmed by: <name>',
    '',
    ...reasonsAbove(demand, 'minor'),
  ].join('\n')
}

function changesetsLack(short: readonly (Declared & { name: string })[], demand: Demand): string {
  const lowest = short.reduce<Bump>((bump, its) => (isLess(its.bump, bump) ? its.bump : bump), 'major')
  return [
    ...short.map(
      its =>
        `${its.name} needs a ${demand.bump} changeset; ${its.bump === 'none' ? 'none names it' : `${its.bump} is declared`}`,
    ),
    ...reasonsAbove(demand, lowest),
    '',
    'Add .changeset/<any-name>.md:',
    '',
    '---',
    ...short.map(({ name }) => `"${name}": ${demand.bump}`),
    '---',
    '',
    'A sentence for users: the effect of this change.',
    ...(demand.bump === 'major' ? ['', 'Breaking change confirmed by: <name>'] : []),
    '',
  ].join('\n')
}

function reasonsAbove({ reasons }: Demand, bump: Bump): string[] {
  return reasons.filter(each => isLess(bump, each.bump)).map(({ text }) => `  ${text}`)
}

/** True for the smaller of two steps. */
export function isLess(one: Bump, other: Bump): boolean {
  return bumps.indexOf(one) < bumps.indexOf(other)
}
