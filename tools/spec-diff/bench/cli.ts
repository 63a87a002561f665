import { benchSpecDiff } from './bench.ts'

let isOver = false
for (const { name, value, unit, budget } of await benchSpecDiff()) {
  isOver ||= value > budget
  process.stdout.write(
    `${value > budget ? 'OVER' : 'ok  '} ${name}: ${value.toFixed(2)} ${unit} (budget ${budget})\n`,
  )
}
process.exitCode = isOver ? 1 : 0
