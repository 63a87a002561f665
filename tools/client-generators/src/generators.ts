import { go, java, kotlin, type Language, php, python, rust, typescript } from './languages.ts'

/** A generator, and a program that uses its output. */
export interface Generator {
  readonly name: string
  readonly source: Package | Tool
  /** Runs in a folder with `openapi.yaml`, with default settings. */
  readonly command: string
  readonly language: Language
  /** The folder of the program, in the one of its language. */
  readonly caller: string
  /** For a generator that fails with default settings: the reason, and a command with which everything succeeds. */
  readonly remedy?: { readonly reason: string; readonly command: string }
}

/** A package of npm; its version is in `installed/package.json`. `pnpm test` runs these generators only. */
export interface Package {
  readonly npm: string
}

/** A generator of another registry, and the command that installs it in the folder of a trial. */
export interface Tool {
  readonly version: string
  readonly install: string
}

/** A generator of npm, with a program in TypeScript. */
const ofNpm = (npm: string, command: string) => ({
  name: npm,
  source: { npm },
  command,
  language: typescript,
  caller: npm,
})

/** A generator of PyPI, with a program in Python. */
const ofPypi = (name: string, version: string, command: string) => ({
  name,
  source: { version, install: `python3 -m venv tools && pip install --quiet ${name}==${version}` },
  command,
  language: python,
  caller: name,
})

/** The command line of openapi-generator, with a client in the folder `client`. */
const generate = (options: string, input = 'openapi.yaml') =>
  `java -jar openapi-generator-cli.jar generate -i ${input} -g ${options} -o client`

/** openapi-generator as Maven Central has it. */
const openapiGenerator = (label: string, language: Language, options = language.name) => ({
  name: `openapi-generator, ${label}`,
  source: {
    version: '7.25.0',
    install:
      'mvn -q -B dependency:copy -Dartifact=org.openapitools:openapi-generator-cli:7.25.0 -DoutputDirectory=. -Dmdep.stripVersion=true',
  },
  command: generate(options),
  language,
  caller: 'openapi-generator',
})

/** The remedy for languages in which openapi-generator makes an empty class of each `anyOf`. */
const stringsInstead = (language: string) => ({
  reason: 'It makes an empty class of each open enum (`anyOf`). These commands make it a string.',
  command: String.raw`perl -0pe 's/anyOf:\s+- \$ref: \S+\s+- (type: string)/$1/g' openapi.yaml > strings.yaml && ${generate(language, 'strings.yaml')}`,
})

export const generators: readonly Generator[] = [
  {
    ...ofNpm('openapi-typescript', 'openapi-typescript openapi.yaml -o client.ts'),
    name: 'openapi-typescript with openapi-fetch',
  },
  { ...ofNpm('@hey-api/openapi-ts', 'openapi-ts -i openapi.yaml -o client'), name: 'hey-api' },
  {
    ...ofNpm('orval', 'orval -i openapi.yaml -o client.ts'),
    remedy: {
      reason: 'axios writes `filter.accountTypes[]=`, which is a 400. This setting repeats the name.',
      command:
        "orval -i openapi.yaml -o client.ts && echo 'axios.defaults.paramsSerializer = { indexes: null }' >> client.ts",
    },
  },
  ofNpm('swagger-typescript-api', 'swagger-typescript-api generate -p openapi.yaml -o client'),
  {
    ...ofNpm(
      '@redocly/cli',
      'redocly generate-client openapi.yaml -o client/client.ts --generator typescript',
    ),
    name: 'Redocly',
  },
  openapiGenerator('Python', python),
  openapiGenerator('Java', java, 'java --library native'),
  {
    ...openapiGenerator('Go', go),
    remedy: {
      reason:
        'Several enums have the same value, such as `STATUS_ACTIVE`. This option puts the name of the enum before it.',
      command: generate('go --additional-properties=enumClassPrefix=true'),
    },
  },
  { ...openapiGenerator('Rust', rust), remedy: stringsInstead('rust') },
  { ...openapiGenerator('Kotlin', kotlin), remedy: stringsInstead('kotlin') },
  { ...openapiGenerator('PHP', php), remedy: stringsInstead('php') },
  ofPypi(
    'openapi-python-client',
    '0.29.1',
    'openapi-python-client generate --path openapi.yaml --output-path client',
  ),
  {
    ...ofPypi(
      'datamodel-code-generator',
      '0.89.0',
      'datamodel-codegen --input openapi.yaml --output client.py',
    ),
    // It writes a file, not a package.
    language: { ...python, compile: 'python3 -m py_compile client.py program.py' },
  },
  {
    name: 'oapi-codegen',
    source: {
      version: 'v2.8.2',
      install:
        'GOBIN="$PWD/tools/bin" go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    },
    command: 'mkdir client && oapi-codegen -package client -o client/client.go openapi.yaml',
    language: go,
    caller: 'oapi-codegen',
  },
]
