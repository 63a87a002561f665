import type { Rule, Schema } from './redocly.ts'

/**
 * The schema of a parameter is a name, or written out. openapi-generator's Rust client takes a name with a keyword beside it
 * for any JSON, and sends a text in quotes.
 */
export const plainReferences: Rule = () => ({
  Parameter: ({ schema = {} }: { schema?: Schema }, { report, location }) => {
    for (const [place, { $ref, ...beside }] of [
      [['schema'], schema],
      [['schema', 'items'], schema.items ?? {}],
    ] as const)
      if ($ref && Object.keys(beside).length > 0)
        report({
          message: `Beside the $ref stands ${Object.keys(beside).join(', ')}: give such a schema a name of its own.`,
          location: location.child(place),
        })
  },
})
