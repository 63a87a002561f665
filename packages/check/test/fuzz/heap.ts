import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use after everything that can be freed was freed. */
export async function bytesInUse(): Promise<number> {
  // Buffers are freed beside the program, some time after the collection that found them unused.
  for (let n = 0; n < 3; n += 1) {
    collect()
    await pause(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
