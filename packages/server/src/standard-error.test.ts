import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'

const MODULE = JSON.stringify(new URL('standard-error.ts', import.meta.url).href)
const PROGRAM = `
  const { dropped, standardError } = await import(${MODULE})
  for (let line = 0; line < 3; line += 1) standardError.write('line\\n')
  process.emitWarning('from Node itself')
  setTimeout(() => console.log(dropped.lines), 50)
`

/** Runs the program, and returns its end and the number of lines that it has dropped. */
async function run(stderr: number | 'pipe') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', stderr],
  })
  child.stderr?.destroy()
  let text = ''
  child.stdout?.on('data', chunk => {
    text += chunk
  })
  return [...(await once(child, 'close')), text]
}

test.runIf(process.platform === 'linux')(
  'a full disk behind standard error drops lines, and ends nothing',
  async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    expect(await run(full)).toEqual([0, null, '3\n'])
  },
)

test('a reader of standard error that has gone ends nothing', async () => {
  expect(await run('pipe')).toEqual([0, null, '3\n'])
})
