/** How programs in a language are compiled and run, in the folder of a program. */
export interface Language {
  /** The folder of `callers/` with the programs. */
  readonly name: string
  /** Must succeed, or nothing is compiled. */
  readonly needs: string
  readonly compile: string
  /** Gets the arguments of the program. */
  readonly run: string
}

/** Node runs no enum and finds no file without its ending; both are usual in generated code. */
const bundle =
  'esbuild program.mjs --bundle --packages=external --platform=node --format=esm --outfile=bundle.mjs'

/** Writes the classpath of a Maven project beside its `pom.xml`. */
const classpath = 'compile dependency:build-classpath -Dmdep.outputFile=classpath'

export const typescript: Language = {
  name: 'typescript',
  needs: 'node --version',
  compile: `tsc -p . && ${bundle}`,
  run: 'node bundle.mjs',
}

export const python: Language = {
  name: 'python',
  needs: 'python3 -m venv tools',
  compile: 'pip install --quiet ./client && python3 -m compileall -q client program.py',
  run: 'python3 program.py',
}

export const go: Language = {
  name: 'go',
  needs: 'go version',
  // A generated module becomes a package of the program.
  compile:
    'rm -rf client/go.mod client/go.sum client/test && go mod init caller && go mod tidy && go vet ./...',
  run: 'go run .',
}

export const java: Language = {
  name: 'java',
  needs: 'javac -version && mvn -version',
  compile: `mvn -q -B -f client ${classpath}`,
  run: 'java -cp client/target/classes:$(cat client/classpath) Program',
}

export const kotlin: Language = {
  name: 'kotlin',
  needs: java.needs,
  compile: `mvn -q -B ${classpath}`,
  run: 'java -cp target/classes:$(cat classpath) ProgramKt',
}

export const rust: Language = {
  name: 'rust',
  needs: 'cargo --version',
  compile: 'cargo build --quiet',
  run: 'target/debug/caller',
}

export const php: Language = {
  name: 'php',
  needs: `php -r 'require "GuzzleHttp/autoload.php"; mb_strlen("");'`,
  compile: `find client/lib -name '*.php' | xargs -n 1 php -l`,
  run: 'php program.php',
}
