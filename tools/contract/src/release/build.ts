import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The `build` of a package for `import` and for `require`, run in its folder: `dist` has ES modules, and `dist/cjs` has
 * CommonJS. Both have their own declarations, because compilers treat a declaration like the code beside it.
 *
 * usage: build.ts [folder for the output]
 */
const [output = 'dist'] = process.argv.slice(2)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const commonJs = join(output, 'cjs')

rmSync(output, { recursive: true, force: true })
compile('--outDir', output)
compile(
  ...['--outDir', commonJs, '--module', 'commonjs', '--moduleResolution', 'bundler'],
  // The source has the syntax of ES modules.
  ...['--verbatimModuleSyntax', 'false'],
)
// The package is of type "module"; this folder is not.
writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n')

function compile(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...args], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
