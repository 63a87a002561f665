import { context, propagation, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { Attempt, Middleware } from '@trading-network/fetch'

// #region attempts
/** A span for each attempt, as a child of the current span: `createClient({ onAttempt: spanOf(tracer) })`. */
export const spanOf =
  (tracer: Tracer) =>
  ({ operationId, url, attempt, duration, status, error }: Attempt): void => {
    const endTime = Date.now()
    const span = tracer.startSpan(operationId, {
      kind: SpanKind.CLIENT,
      startTime: endTime - duration,
      attributes: { 'http.request.method': 'GET', 'url.full': url, 'http.request.resend_count': attempt - 1 },
    })
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (error)
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) }).recordException(error as Error)
    span.end(endTime)
  }
// #endregion

// #region propagation
/** Hands the current trace on to the service: `createClient({ baseUrl, middleware: [traced] })`. */
export const traced: Middleware = {
  onRequest({ request }) {
    propagation.inject(context.active(), request.headers, {
      set: (headers, name, value) => headers.set(name, value),
    })
  },
}
// #endregion
