import { setTimeout } from 'node:timers/promises'
import type { ClosedLoop } from './closed-loop.ts'
import type { Contender } from './contender.ts'

/** Measures the responses to a closed loop that runs, and the CPU time of the service for them. */
export async function measureLoop(loop: ClosedLoop, service: Contender, milliseconds: number) {
  const before = loop.counts
  const cpuBefore = await service.cpu()
  const started = performance.now()
  await setTimeout(milliseconds)
  const { successful: after, refused: refusedAfter } = loop.counts
  const seconds = (performance.now() - started) / 1000
  const cpuSeconds = ((await service.cpu()) - cpuBefore) / 1e6
  const [successful, refused] = [after - before.successful, refusedAfter - before.refused]
  return {
    /** Successful responses per second. */
    rate: successful / seconds,
    /** Successful responses per second of CPU time of the service. */
    perCpuSecond: successful / cpuSeconds,
    /** Share of the responses with 503. */
    refused: refused / Math.max(1, successful + refused),
  }
}
