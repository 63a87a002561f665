import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Source files that do not change between the runs of a process: those of the compiler and of other packages. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * Compiles in the settings of a package, with files that are on no disk.
 *
 * @param before A program whose unchanged files are used again.
 */
export function programOf(
  folder: string,
  files: ReadonlyMap<string, string>,
  roots: readonly string[],
  before?: ts.Program,
): ts.Program {
  const config = ts.readConfigFile(join(folder, 'tsconfig.build.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder)
  const { rootDir: _, ...settings } = { ...options, noEmit: true, skipLibCheck: true, declaration: false }
  const host = ts.createCompilerHost(settings, true)
  const folders = new Set([...files.keys()].map(dirname))
  return ts.createProgram([...roots], settings, {
    ...host,
    fileExists: path => files.has(path) || host.fileExists(path),
    readFile: path => files.get(path) ?? host.readFile(path),
    directoryExists: path => folders.has(path) || ts.sys.directoryExists(path),
    getSourceFile(path, version) {
      const text = files.get(path)
      if (text !== undefined) {
        const old = before?.getSourceFile(path)
        return old?.text === text ? old : ts.createSourceFile(path, text, version, true)
      }
      if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, version))
      return parsed.get(path)
    },
  })
}
