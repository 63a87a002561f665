import { type Listening, type ServeOptions, serve } from './serve.ts'

/** The program of each `serve --workers` process. It serves until a signal; Node ends it if its parent is gone. */
const options = JSON.parse(process.env.TRADING_NETWORK_WORKER ?? '{}') as ServeOptions
const serving = await serve(options)
process.send?.({ url: serving.url } satisfies Listening)

let ending = false
// The signal may come twice: from a service manager to every process, and from the parent to its workers.
process.on('SIGTERM', () => {
  if (!ending) void serving.close().then(() => process.exit(0))
  ending = true
})
// A terminal interrupts every process of the group, but only the parent decides when to end.
process.on('SIGINT', () => undefined)
