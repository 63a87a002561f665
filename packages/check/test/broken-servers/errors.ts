import type { Schema } from '../../src/contract/document.ts'
import { follow } from '../../src/contract/document.ts'
import { fieldsOf } from '../../src/contract/fields.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { atPath, shareOf } from './rewriting.ts'
import { answers, type BrokenServer, rewrites } from './server.ts'

/** Errors that a request can provoke, and those that a busy service sends. */
const PROVOKED = [400, 404, 405, 503]

const CODES: Readonly<Record<number, number>> = { 400: 3, 404: 5, 405: 12, 500: 13, 503: 14 }

/**
 * Servers of which the errors are wrong: each field of the error body, and each status in place of another. All
 * operations have the same errors, so each gets a share of the defects.
 */
export function brokenErrors(operation: Operation): BrokenServer[] {
  const body = { $ref: '#/components/schemas/ErrorBody' } as Schema
  const kinds: readonly (readonly [string, (parent: Record<string, unknown>, key: string) => void])[] = [
    ['leaves out', (parent, key) => void delete parent[key]],
    [
      'has null for',
      (parent, key) => {
        parent[key] = null
      },
    ],
    [
      'has another type for',
      (parent, key) => {
        parent[key] = parent[key] === true ? 1 : true
      },
    ],
  ]
  const fields = fieldsOf(follow(body).value).flatMap(({ path }) =>
    kinds.map(([what, change]) => ({ path, what, change })),
  )
  const all = [
    ...fields.flatMap(({ path, what, change }) =>
      PROVOKED.filter(status => isOn(path, status)).map(status =>
        rewrites(operation.id, `${what} ${path} of a ${status}`, status, error =>
          atPath(error, path, change),
        ),
      ),
    ),
    ...[200, ...PROVOKED].flatMap(status => [
      statusFor(operation, status, status === 500 ? 400 : 500),
      ...PROVOKED.filter(other => other !== status).map(other => statusFor(operation, status, other)),
    ]),
    ...PROVOKED.map(status => showsInside(operation, status)),
  ]
  return shareOf(all, operation)
}

/** Returns true if errors with this status have the field. */
function isOn(path: string, status: number): boolean {
  if (path.includes('fieldViolations')) return status === 400
  if (/reason|domain|metadata/.test(path)) return status !== 400
  return !path.includes('retryDelay') || status === 503
}

/** A proper error with another status than it should have. */
function statusFor(operation: Operation, status: number, other: number): BrokenServer {
  const name = `sends ${other} in place of ${status}`
  return answers(operation.id, name, reply => {
    if (reply.status !== status) return
    const info = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'NO',
      domain: 'trading-network',
    }
    const bad = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] }
    const details = [other === 400 ? bad : info]
    Object.assign(reply, {
      status: other,
      text: JSON.stringify({ code: CODES[other], message: 'no', details }),
    })
    reply.headers.allow = 'GET, HEAD'
  })
}

function showsInside(operation: Operation, status: number): BrokenServer {
  return rewrites(operation.id, `shows a stack in the message of a ${status}`, status, error => {
    error.message = `${String(error.message)}\n    at find (/srv/app.js:12:7)`
  })
}
