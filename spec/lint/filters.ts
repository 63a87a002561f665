import type { Context, Rule } from './redocly.ts'

interface Node {
  readonly $ref?: string
  readonly [name: string]: unknown
}

/** What a filter tests where it is no field: each has its meaning in the check, `packages/check/src/records/filters.ts`. */
const RULES = ['derivedParties', 'latestState', 'live', 'pendingOnly', 'referrer', 'totals']

const FORM =
  /^(?<tested>\/node(?:\/\w+)+|[a-z]\w+)(?: (?:<|<=|>=) value)?(?: unless (?<exceptions>\w+(?: \w+)*))?$/

/**
 * Each parameter of a paged operation, the paging apart, says with `x-tn-filters` what it tests of a record: a field of an
 * edge as a JSON pointer, which must be in the schema of the response, or one of a few named rules. A record has any one of
 * the values, or a value in the range. The filter does not count beside a parameter, or with a value, that `unless` names.
 */
export const filters: Rule = () => ({
  Operation: (operation: Node, context) => {
    if (operation['x-redoclyPagination'] === undefined) return
    const own = ((operation.parameters ?? []) as readonly Node[]).filter(
      ({ $ref }) => !/\/Pagination\w+$/.test($ref ?? ''),
    )
    for (const parameter of own) {
      const { name, in: place, 'x-tn-filters': text } = follow(parameter, context)
      if (place === 'header') continue
      const tested = FORM.exec(String(text ?? ''))?.groups?.tested
      if (tested === undefined)
        context.report({
          message: `${name} needs x-tn-filters: what it tests of a record, such as /node/owner.`,
        })
      else if (!(tested.startsWith('/') ? hasField(operation, tested, context) : RULES.includes(tested)))
        context.report({ message: `x-tn-filters of ${name} names ${tested}, which no record has.` })
    }
  },
})

/** Returns true if the edges of the operation's page have the field. */
function hasField(operation: Node, pointer: string, context: Context): boolean {
  const page = (operation['x-redoclyPagination'] as { items: string }).items.split('/')[1]
  const within = ['responses', '200', 'content', 'application/json', 'schema']
  const path = [page, 'edges', ...pointer.slice(1).split('/')]
  const keys = [
    ...within,
    ...path.flatMap(name => [...(name === 'node' ? ['items'] : []), 'properties', `${name}`]),
  ]
  let at: Node | undefined = operation
  for (const key of keys) at = at && (follow(at, context)[key] as Node | undefined)
  return at !== undefined
}

/** The node that a reference leads to. Pages and their records are in the file of the operation. */
function follow(node: Node, { resolve }: Context): Node {
  return node.$ref === undefined ? node : ((resolve(node).node ?? {}) as Node)
}
