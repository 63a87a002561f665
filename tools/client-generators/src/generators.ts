import { go, java, type Language, python, typescript } from './languages.ts'
import type { Trial } from './trials.ts'

/** A generator, and a program that uses its output. */
export interface Generator {
  readonly name: string
  /** The package of npm; its version is in `installed/package.json`. Other generators have a version here. */
  readonly source: { readonly npm: string } | { readonly version: string; readonly shownBy: string }
  /** Runs in a folder with `openapi.yaml`, with default settings. */
  readonly command: string
  /** Absent if no program uses the output: only the generation is tested. */
  readonly language?: Language
  /** Commands that must succeed before the output is tried, besides the one of the language. */
  readonly needs?: string
  /** Files of `callers/` by their place in that folder. */
  readonly files: Readonly<Record<string, string>>
  /** Expected results of no, with the reason and a remedy. The caller tries the remedy. */
  readonly exceptions?: Partial<Record<Trial, string>>
}

const redocly = (language: string, generator: string) => ({
  name: `Redocly, ${language}`,
  source: { npm: '@redocly/cli' },
  command: `redocly generate-client openapi.yaml -o client/client.ts --generator ${generator}`,
})

/** A generator of npm, with a program in TypeScript. */
const inTypescript = (npm: string, command: string, caller: string) => ({
  name: npm,
  source: { npm },
  command,
  language: typescript,
  files: { 'client-caller.ts': `typescript/${caller}.ts` },
})

const brackets = (instance: string) =>
  `axios writes \`filter.accountTypes[]=\`, which is a 400. \`${instance}.defaults.paramsSerializer = { indexes: null }\` repeats the name.`

export const generators: readonly Generator[] = [
  {
    ...inTypescript('openapi-typescript', 'openapi-typescript openapi.yaml -o client.ts', 'openapi-fetch'),
    name: 'openapi-typescript with openapi-fetch',
  },
  {
    ...inTypescript('@hey-api/openapi-ts', 'openapi-ts -i openapi.yaml -o client', 'hey-api'),
    name: 'hey-api',
  },
  {
    ...inTypescript('orval', 'orval -i openapi.yaml -o client.ts', 'orval'),
    exceptions: { filter: brackets('axios') },
  },
  {
    name: 'kubb',
    source: { npm: '@kubb/cli' },
    command: 'kubb generate',
    language: typescript,
    files: { 'client-caller.ts': 'typescript/kubb.ts', 'kubb.config.ts': 'typescript/kubb.config.ts' },
    exceptions: { filter: brackets('axiosInstance') },
  },
  inTypescript(
    'swagger-typescript-api',
    'swagger-typescript-api generate -p openapi.yaml -o client',
    'swagger-typescript-api',
  ),
  inTypescript('oazapfts', 'oazapfts openapi.yaml client.ts', 'oazapfts'),
  inTypescript('typed-openapi', 'typed-openapi openapi.yaml -o client.ts', 'typed-openapi'),
  {
    ...inTypescript(
      'openapi-zod-client',
      'openapi-zod-client openapi.yaml -o client.ts',
      'openapi-zod-client',
    ),
    exceptions: { filter: brackets('axios') },
  },
  {
    ...redocly('TypeScript', 'typescript'),
    language: typescript,
    files: { 'client-caller.ts': 'typescript/redocly.ts' },
  },
  {
    ...redocly('Python', 'python'),
    language: python,
    needs: 'python3 -c "import httpx"',
    files: { 'program.py': 'python/redocly.py' },
  },
  {
    ...redocly('Go', 'go'),
    language: go,
    files: { 'program.go': 'go/redocly.go', 'go.mod': 'go/redocly.mod' },
  },
  { ...redocly('Java', 'java'), language: java, files: {} },
  { ...redocly('PHP', 'php'), files: {} },
  {
    name: 'openapi-python-client',
    source: { version: '0.29.1', shownBy: 'openapi-python-client --version' },
    command: 'openapi-python-client generate --path openapi.yaml',
    language: python,
    files: { 'program.py': 'python/openapi-python-client.py' },
  },
  {
    name: 'datamodel-code-generator',
    source: { version: '0.89.0', shownBy: 'datamodel-codegen --version' },
    command: 'datamodel-codegen --input openapi.yaml --output client.py',
    language: python,
    files: { 'program.py': 'python/datamodel-code-generator.py' },
  },
  {
    name: 'oapi-codegen',
    source: { version: 'v2.8.2', shownBy: 'oapi-codegen -version' },
    command: 'oapi-codegen -package client -o client/client.go openapi.yaml',
    language: go,
    needs: 'go mod download',
    files: {
      'program.go': 'go/oapi-codegen.go',
      'go.mod': 'go/oapi-codegen.mod',
      'go.sum': 'go/oapi-codegen.sum',
    },
  },
]
