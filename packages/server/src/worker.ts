import { answerPrimary } from './metrics/workers.ts'
import { type ServeOptions, serve } from './serve.ts'

/** What each process of `serve --workers` runs: it serves until it is told to end, or until its parent is gone. */
const options = JSON.parse(process.env.TRADING_NETWORK_WORKER ?? '{}') as ServeOptions
const serving = await serve(options)
const { metrics } = serving
if (metrics) answerPrimary(() => metrics.snapshot())

let ending = false
const end = () => {
  if (ending) return
  ending = true
  void serving.close().then(() => process.exit(0))
}
// More than once where a service manager tells every process and the parent tells its own.
process.on('SIGTERM', end)
process.once('disconnect', () => {
  // A parent that does not wait for the end has been told not to.
  if (ending) process.exit(1)
  end()
})
// A terminal interrupts every process of the group; only the parent decides when to end.
process.on('SIGINT', () => undefined)
