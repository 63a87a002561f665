import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from './service.ts'
import { type Generator, generators, problems, tryGenerator } from './trial.ts'

/** The other generators need more than npm: `pnpm generators` tries them. */
const [ofNpm] = generators as [Generator]
const guide = readFileSync(
  new URL('../../../packages/docs/guides/guides/13-generated-clients.md', import.meta.url),
  'utf8',
)

it.each(generators)('the guide has $name for $language', ({ name, generate }) => {
  expect(guide).toContain(`- ${name}: \`${generate}\``)
})

describe('a generator', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service?.end())

  it('of npm makes a client that works', async () => {
    expect(await tryGenerator(ofNpm, service)).toEqual({ verdict: 'as expected', reason: '' })
  })

  it('without its tools is not tested', async () => {
    const { verdict, reason } = await tryGenerator({ ...ofNpm, install: 'no-such-tool' }, service)
    expect([verdict, reason]).toEqual(['not tested', expect.stringContaining('no-such-tool')])
  })

  it('fails if the type of a field refuses a new enum value', async () => {
    const closed = "sed -i 's,schemas/OpenSide,schemas/Side,' openapi.yaml"
    const generator = { ...ofNpm, generate: `${closed}\n${ofNpm.generate}` }
    const { verdict, reason } = await tryGenerator(generator, service)
    expect([verdict, reason]).toEqual(['failed', expect.stringContaining('SIDE_LATER')])
  })
})

it('a wrong value, a lost digit, a failed call and a missing line are problems; an absent field is none', () => {
  const expected = {
    getOrder: { order: {} },
    filter: [[]],
    error: [404, {}],
    later: { batchId: '1' },
    getStake: { stake: '1' },
  }
  const printed = [
    '{"call":"error","value":[404,{"message":null}]}',
    '{"call":"later","value":{"batchId":1}}',
    '{"call":"filter","failure":"400"}',
    '{"call":"getStake","value":{"stake":"2"}}',
  ]
  expect(problems(printed.join('\n'), expected)).toEqual([
    'getOrder: nothing',
    'filter: 400',
    'later: {"batchId":1}',
    'getStake: {"stake":"2"}',
  ])
})
