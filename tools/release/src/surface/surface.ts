/** Who gives a value: the user of the package, the package, or each of them in some place. */
export type Use = 'in' | 'out' | 'both'

/** One part of a published surface: an export, a field, a parameter, an option of a command. */
export interface Point {
  /** The members of its union, as text; one for any other type. */
  type: readonly string[]
  use: Use
  /** True if it may be left out. */
  isOptional?: true
}

/** All parts of what a package offers, by path: `ClientConfig.timeout`, `createClient(0)`, `$ serve --port`. */
export type Surface = Readonly<Record<string, Point>>

/** The parts that are gone or narrower: what worked with the base fails or does not compile with the revision. */
export function narrowed(base: Surface, revision: Surface): string[] {
  const lost = Object.entries(base).flatMap(([path, was]) => {
    const is = revision[path]
    return is ? differences(path, was, is) : [`${path} is gone`]
  })
  const demanded = Object.entries(revision).flatMap(([path, { use, isOptional }]) =>
    base[path] || use === 'out' || isOptional || !isPartOf(path, base) ? [] : [`${path} is required`],
  )
  return [...lost, ...demanded].sort()
}

function differences(path: string, was: Point, is: Point): string[] {
  const found: string[] = []
  const [gone, added] = [without(was.type, is.type), without(is.type, was.type)]
  if (was.use !== 'out' && gone.length > 0) found.push(`${path} does not accept ${gone.join(' or ')}`)
  if (was.use !== 'in' && added.length > 0) found.push(`${path} may be ${added.join(' or ')}`)
  if (was.use !== 'out' && was.isOptional && !is.isOptional) found.push(`${path} is required`)
  if (was.use !== 'in' && !was.isOptional && is.isOptional) found.push(`${path} may be missing`)
  return found
}

/** The members of one union that the other lacks; a literal is in the type of its value. */
function without(members: readonly string[], others: readonly string[]): string[] {
  const has = (member: string) =>
    others.includes(member) ||
    (/^['"]/.test(member) && others.includes('string')) ||
    (/^-?\d/.test(member) && others.includes('number')) ||
    (/^(true|false)$/.test(member) && others.includes('boolean'))
  return members.filter(member => !has(member))
}

/** A new part of something new asks nothing of programs that exist. */
function isPartOf(path: string, base: Surface): boolean {
  const [owner = ''] = /^.*(?=[.( ])/.exec(path) ?? []
  return Object.keys(base).some(known => known === owner || known.startsWith(`${owner}.`))
}
