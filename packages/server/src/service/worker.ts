import { answerPrimary } from '../metrics/workers.ts'
import { LISTENING, type ServeOptions, serve } from './serve.ts'

/** What each process of `serve --workers` runs: it serves until it is told to end. Node ends it when its parent is gone. */
const options = JSON.parse(process.env.TRADING_NETWORK_WORKER ?? '{}') as ServeOptions
const serving = await serve(options)
const { metrics } = serving
if (metrics) answerPrimary(() => metrics.snapshot())
process.send?.(LISTENING)

let ending = false
// More than once where a service manager tells every process, and the parent its workers.
process.on('SIGTERM', () => {
  if (!ending) void serving.close().then(() => process.exit(0))
  ending = true
})
// A terminal interrupts every process of the group; only the parent decides when to end.
process.on('SIGINT', () => undefined)
