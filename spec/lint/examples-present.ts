import type { Rule } from './redocly.ts'

interface Exampled {
  readonly name?: string
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, unknown>>
  readonly schema?: { readonly $ref?: string }
}

interface Example {
  readonly summary?: string
  readonly 'x-tn-request'?: { readonly operationId?: string }
  readonly 'x-tn-response'?: { readonly status?: number }
}

/**
 * Every parameter and every body has an example, and the example of a body has its request and status. So the server,
 * the client and the docs use the same examples. A cursor is valid for one list only, so a shared parameter has none.
 */
export const examplesPresent: Rule = () => ({
  Parameter: (parameter: Exampled, { report }) => {
    const isCursor = parameter.schema?.$ref?.endsWith('/Cursor')
    if (parameter.example === undefined && parameter.examples === undefined && !isCursor) {
      report({ message: `Parameter ${parameter.name} has no example.` })
    }
  },
  MediaType: (mediaType: Exampled, { report }) => {
    if (Object.keys(mediaType.examples ?? {}).length === 0) report({ message: 'The body has no examples.' })
  },
  Example: (example: Example, { report }) => {
    if (!example.summary || !example['x-tn-request']?.operationId || !example['x-tn-response']?.status) {
      report({
        message:
          'An example needs a summary, x-tn-request with its operationId and x-tn-response with its status.',
      })
    }
  },
})
