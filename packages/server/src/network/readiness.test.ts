import { describe, expect, test } from 'vitest'
import { createHttp } from '../http/app.ts'
import { unavailable } from '../responses/problem.ts'
import type { Network } from './open-network.ts'
import { Readiness, type ReadinessOptions } from './readiness.ts'

const MINUTE = 60_000

/** Returns a head whose last block has this age. */
const blockOfAge = (ms: number) => ({ height: '7', timestamp: `${Date.now() - ms}000000`, state: 'a' })

/** Returns the response of `/ready`. */
async function asked(probe: Network['probe'], options: ReadinessOptions = {}, ending = false) {
  const readiness = new Readiness({ probe }, options)
  if (ending) readiness.end()
  const app = createHttp({
    operations: [],
    answer: () => Promise.reject(new Error('nobody asks')),
    head: () => blockOfAge(0),
    ready: () => readiness.check(),
  })
  const { statusCode, headers, body } = await app.inject('/ready')
  const { code, message, details } = JSON.parse(body)
  const retryAfter = headers['retry-after']
  return { status: statusCode, retryAfter, code, message, reason: details?.[0].reason }
}

const refused = (reason: string) => ({ status: 503, retryAfter: '1', code: 14, reason })

describe('a service is ready', () => {
  test('as long as its database answers', async () => {
    expect(await asked(() => blockOfAge(0))).toMatchObject({ status: 200 })
    expect(
      await asked(() => {
        throw unavailable(1)
      }),
    ).toMatchObject(refused('UNAVAILABLE'))
  })

  test('however old its last block is, unless there is a limit', async () => {
    const anHourOld = () => blockOfAge(60 * MINUTE)
    expect(await asked(anHourOld)).toMatchObject({ status: 200 })
    expect(await asked(anHourOld, { maxAge: 61 * MINUTE })).toMatchObject({ status: 200 })
    expect(await asked(anHourOld, { maxAge: MINUTE })).toMatchObject({
      ...refused('STALE'),
      message: expect.stringMatching(
        /^The last block, 7, is 36\d\d(\.\d+)? s behind the clock; the limit is 60 s$/,
      ),
    })
  })

  test('with a limit, neither ahead of the clock nor before the first block', async () => {
    const limit = { maxAge: MINUTE }
    expect(await asked(() => blockOfAge(-2 * MINUTE), limit)).toMatchObject({
      ...refused('STALE'),
      message: expect.stringContaining('ahead of the clock'),
    })
    expect(await asked(() => ({ height: '0', timestamp: '0', state: 'a' }), limit)).toMatchObject(
      refused('STALE'),
    )
  })

  test('until it is told to end', async () => {
    expect(await asked(() => blockOfAge(0), {}, true)).toMatchObject(refused('SHUTTING_DOWN'))
  })

  test('not while its database keeps it waiting', async () => {
    expect(await asked(() => Promise.withResolvers<never>().promise)).toMatchObject(refused('UNAVAILABLE'))
  })
})

test('a failure that nobody expects goes to the log and not to the client', async () => {
  const failures: unknown[] = []
  const defect = new Error('disk I/O error in /var/lib/network.sqlite')
  const probe = () => {
    throw defect
  }
  const answer = await asked(probe, { onFailure: error => failures.push(error) })
  expect(answer).toMatchObject(refused('UNAVAILABLE'))
  expect(JSON.stringify(answer)).not.toContain('sqlite')
  expect(failures).toEqual([defect])
})

test('all who ask at once are answered by one question to the database', async () => {
  let questions = 0
  const readiness = new Readiness({
    probe: async () => {
      questions += 1
      return blockOfAge(0)
    },
  })
  await Promise.all(Array.from({ length: 50 }, () => readiness.check()))
  await readiness.check()
  expect(questions).toBe(2)
})
