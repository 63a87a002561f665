import { serve } from '@trading-network/server'
import type { Task } from './contender.ts'
import { startReplay } from './replay.ts'

/** A server process: it does the task of its first message, and ends with its parent. */
process.on('message', async (message: Task | 'cpu') => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  } else if ('serve' in message) {
    const { url } = await serve({ ...message.serve, host: '127.0.0.1', port: 0, log: 'silent' })
    process.send?.({ port: Number(new URL(url).port) })
  } else {
    process.send?.({ port: await startReplay(message.replay) })
  }
})
process.once('disconnect', () => process.exit(0))
