import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The relative path that a file imports. */
const IMPORT = /(?:\bfrom|\bimport) ?\(?'(\.[^']+)'/g

/** The imports of a package that its list of rooms refuses, each as a line. ARCHITECTURE.md says how a list reads. */
export function refusedImports(list: string, imports: readonly (readonly [from: string, to: string])[]) {
  const rooms = list.split('\n').flatMap((line, floor) => {
    const sides = line.split('|').map(names => names.trim().split(/ +/))
    return sides.flatMap((names, side) => names.map(name => ({ name, floor, side })))
  })
  const nearestFirst = rooms.toSorted((one, other) => other.name.length - one.name.length)
  const roomOf = (path: string) =>
    nearestFirst.find(({ name }) => name === '.' || `${path}/`.startsWith(`${name}/`))
  return imports.flatMap(([from, to]) => {
    const [importing, imported] = [roomOf(from), roomOf(to)]
    if (!importing || !imported) return [`${importing ? to : from} is in no room`]
    const isBeside = importing.floor === imported.floor && importing.side !== imported.side
    if (rooms.indexOf(importing) <= rooms.indexOf(imported) && !isBeside) return []
    return [`${from} imports ${to}, but ${imported.name} is not below ${importing.name}`]
  })
}

if (import.meta.main) {
  const architecture = readFileSync('ARCHITECTURE.md', 'utf8')
  for (const [, folder = '', list = ''] of architecture.matchAll(/```rooms (\S+)\n([^`]+)\n```/g)) {
    const imports = globSync('**/*.{ts,astro}', { cwd: folder, exclude: ['**/*.test*.ts'] }).flatMap(file => {
      const targets = readFileSync(`${folder}/${file}`, 'utf8').matchAll(IMPORT)
      return [...targets].map(([, name = '']) => [file, posix.join(posix.dirname(file), name)] as const)
    })
    const problems = refusedImports(
      list,
      imports.filter(([, to]) => !to.startsWith('../')),
    )
    for (const problem of problems) console.error(`${folder}: ${problem}. ARCHITECTURE.md lists the rooms.`)
    if (problems.length > 0) process.exitCode = 1
  }
}
