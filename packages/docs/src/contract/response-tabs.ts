import type { Operation } from './operation.ts'

interface Tab {
  readonly label: string
  readonly samples: readonly { readonly language: string; readonly code: string; readonly note: string }[]
}

/** A tab for each status of an operation, with the bodies that the service sends. */
export function responseTabs({ examples, withoutBody, errors }: Operation): Tab[] {
  const statuses = [...new Set(errors.map(({ status }) => status))]
  const json = (note: string, body: unknown) => ({
    note,
    language: 'json',
    code: JSON.stringify(body, null, 2),
  })
  return [
    { label: '200', samples: examples.map(({ summary, body }) => json(summary, body)) },
    ...withoutBody.map(({ status, description }) => ({
      label: status,
      samples: [
        { note: description, language: 'http', code: `HTTP/1.1 ${status} Not Modified\nETag: W/"…"` },
      ],
    })),
    ...statuses.map(status => ({
      label: String(status),
      samples: errors
        .filter(error => error.status === status)
        .map(({ summary, description, body }) => json(`${summary}. ${description}`, body)),
    })),
  ]
}
