import type { Operation } from '../parameters/contract.ts'
import { suggestion } from '../parameters/suggest.ts'
import { notFound, type Problem, quoted } from '../responses/problem.ts'

/** What this service has in place of paths of a data node and of a node of the chain, which many programs ask first. */
const INSTEAD: readonly (readonly [path: RegExp, has: string])[] = [
  [
    /\/(statistics|status|info|time|blockchain|blocks?|height)\b/i,
    'Each response has the last block in X-Block-Height, its time in X-Block-Timestamp, and the chain in X-Chain-Id.',
  ],
  [/\/epochs?\b/i, 'The newest epoch with rewards is the first row of /api/v2/rewards/epoch/summaries.'],
  [/\/orders\b/i, 'It has single orders, and lists of stop orders only.'],
]

/**
 * The 404 of a path without a route: what this service has instead, or a path that is spelled alike, and the place that
 * lists the operations.
 *
 * @param site True if the reference site is served beside the API.
 */
export function pathNotFound(path: string, operations: readonly Operation[], site: boolean): Problem {
  const paths = operations.map(operation => operation.path)
  const [, has] = INSTEAD.find(([pattern]) => pattern.test(path)) ?? []
  const elsewhere = site ? '; /guides/not-in-this-api/ says where other data is' : ''
  const missing = `There is no ${quoted(path)} here${suggestion(path, paths)}`
  const message = [
    missing.endsWith('?') ? missing : `${missing}.`,
    ...(has ? [has] : []),
    `The ${operations.length} operations of this service are at ${site ? '/' : '/openapi.yaml'}${elsewhere}`,
  ].join(' ')
  return notFound('PATH_NOT_FOUND', message, { path: path.slice(0, 200) })
}
