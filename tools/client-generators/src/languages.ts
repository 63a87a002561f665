/** How programs in a language are checked and run. Commands run in the folder of a program. */
export interface Language {
  /** Must succeed, or nothing is tested. */
  readonly needs: string
  /** Files of `callers/` by their place in the folder. */
  readonly files: Readonly<Record<string, string>>
  readonly compile: string
  /** Gets the arguments of the program. */
  readonly run: string
}

/** Node runs no enum and finds no file without its ending; both are usual in generated code. */
const bundle =
  'esbuild program.mjs --bundle --packages=external --platform=node --format=esm --outfile=bundle.mjs'

export const typescript: Language = {
  needs: 'node --version',
  files: {
    'caller.ts': 'typescript/caller.ts',
    'program.mjs': 'typescript/program.mjs',
    'tsconfig.json': 'typescript/tsconfig.json',
  },
  compile: `tsc -p . && ${bundle}`,
  run: 'node bundle.mjs',
}

export const python: Language = {
  needs: 'python3 --version',
  files: { 'calls.py': 'python/calls.py' },
  compile: 'python3 -m compileall -q .',
  run: 'python3 program.py',
}

export const go: Language = {
  needs: 'go version',
  files: { 'calls.go': 'go/calls.go' },
  compile: 'go vet ./...',
  run: 'go run .',
}

export const java: Language = {
  needs: 'javac -version',
  files: { 'Program.java': 'java/Program.java' },
  compile: 'javac -d . client/Client.java Program.java',
  run: 'java -cp . Program',
}
