import { type ServeOptions, serve } from './serve.ts'

/** What each process of `serve --workers` runs: it serves until it is told to end, or until its parent is gone. */
const options = JSON.parse(process.env.TRADING_NETWORK_WORKER ?? '{}') as ServeOptions
const serving = await serve(options)
const end = () => void serving.close().then(() => process.exit(0))
process.once('SIGTERM', end)
process.once('disconnect', end)
// A terminal interrupts every process of the group; only the parent decides when to end.
process.on('SIGINT', () => undefined)
