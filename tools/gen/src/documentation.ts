import ts from 'typescript'
import type { Contract, Parameter } from './contract.ts'
import { deprecation } from './text.ts'

/**
 * A copy of the contract with the descriptions that users see: openapi-typescript omits the default value of a parameter
 * and the days of a deprecation.
 */
export function withDocumentation(contract: Contract): Contract {
  const { paths, components } = contract
  return { ...contract, ...JSON.parse(JSON.stringify({ paths, components }), described) }
}

function described(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const part = value as Partial<Parameter>
  if (part.in && part.schema?.default !== undefined) return { ...part, default: part.schema.default }
  if (part.deprecated !== true) return part
  const description = [part.description, deprecation(part)].filter(Boolean).join('\n\n')
  return { ...part, deprecated: false, description }
}

/**
 * The text of a documentation comment as editors show it best: the description without a tag, no lines that repeat the
 * type, and no indentation, which Markdown takes for code. A single line stands alone.
 */
export function plainComment(text: string): string {
  return text
    .replace(/^ \* (Format: .*|@enum .*|@constant)\n/gm, '')
    .replace('@description ', '')
    .replace(/^ \* {5}/gm, ' * ')
    .replace(/^\*\n \* (.*)\n $/, '* $1 ')
}

/** Applies {@link plainComment} to the comments of a node, in place. */
export function simplifyComments(node: ts.Node): void {
  const comments = ts.getSyntheticLeadingComments(node)
  if (!comments) return
  ts.setSyntheticLeadingComments(
    node,
    comments.map(comment => ({ ...comment, text: plainComment(comment.text) })),
  )
}
