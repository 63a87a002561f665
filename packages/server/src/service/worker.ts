import { standardError } from '../standard-error.ts'
import { type ServeOptions, serve } from './serve.ts'
import type { FromWorker } from './workers.ts'

/** The program of each `serve --workers` process. It serves until a signal; Node ends it if its parent is gone. */
const options = JSON.parse(process.env.TRADING_NETWORK_WORKER ?? '{}') as ServeOptions
const serving = await serve(options).catch((error: Error) => {
  // The parent starts another one.
  standardError.write(`error: a worker cannot start: ${error.message}\n`)
  process.exit(1)
})
// Without its parent a worker ends, and has nobody to tell.
const tell = (message: FromWorker) => process.send?.(message, () => undefined)
tell({ url: serving.url })
// The parent replaces a worker that does not answer.
process.on('message', message => {
  if (message === 'alive?') tell({ alive: true })
})

let ending = false
// The signal may come twice: from a service manager to every process, and from the parent to its workers.
process.on('SIGTERM', () => {
  if (!ending) void serving.close().then(() => process.exit(0))
  ending = true
})
// A terminal interrupts every process of the group, but only the parent decides when to end.
process.on('SIGINT', () => undefined)
