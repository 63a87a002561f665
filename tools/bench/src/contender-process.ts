import { serve } from '@trading-network/server'
import type { Task, Told } from './contender.ts'
import { startReplay } from './replay.ts'

/** A server process of the `server` benchmark: it does the task it is sent, and ends with its parent. */
process.on('message', async (message: Task | 'cpu') => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    tell({ cpu: user + system })
  } else if ('serve' in message) {
    const { url } = await serve({ ...message.serve, host: '127.0.0.1', port: 0, log: 'silent' })
    tell({ port: Number(new URL(url).port) })
  } else {
    tell({ port: await startReplay(message.replay) })
  }
})
process.once('disconnect', () => process.exit(0))

function tell(told: Told): void {
  process.send?.(told)
}
