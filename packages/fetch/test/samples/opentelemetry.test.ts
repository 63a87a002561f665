import { propagation, SpanStatusCode } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createClient } from '@trading-network/fetch'
import { exampleFetch } from '@trading-network/fetch/testing'
import { afterEach, expect, it } from 'vitest'
import { asFetch } from '../as-fetch.ts'
import { spanOf, traced } from './opentelemetry.ts'

const exporter = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

afterEach(() => propagation.disable())

it('each attempt is a span with its status and how long it took', async () => {
  const answers = [new Response(null, { status: 503, headers: { 'retry-after': '0' } })]
  const fetch = asFetch(request => answers.shift() ?? exampleFetch()(request))
  const onAttempt = spanOf(provider.getTracer('test'))
  await createClient({ baseUrl: 'http://network.test', fetch, onAttempt }).listAccounts()
  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name, status, attributes }) => [name, status.code, attributes])).toEqual([
    [
      'listAccounts',
      SpanStatusCode.ERROR,
      expect.objectContaining({ 'http.response.status_code': 503, 'http.request.resend_count': 0 }),
    ],
    [
      'listAccounts',
      SpanStatusCode.UNSET,
      expect.objectContaining({ 'http.response.status_code': 200, 'http.request.resend_count': 1 }),
    ],
  ])
  expect(spans[0]?.events[0]?.attributes?.['exception.type']).toBe('ApiError')
})

it('the trace goes along with the request', async () => {
  propagation.setGlobalPropagator({
    inject: (_, carrier, setter) => setter.set(carrier, 'traceparent', '00-abc-def-01'),
    extract: current => current,
    fields: () => ['traceparent'],
  })
  let sent: string | null = null
  const fetch = asFetch(request => {
    sent = request.headers.get('traceparent')
    return exampleFetch()(request)
  })
  await createClient({ baseUrl: 'http://network.test', fetch, middleware: [traced] }).listAccounts()
  expect(sent).toBe('00-abc-def-01')
})
