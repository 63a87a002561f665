import { createRequire } from 'node:module'
import { Command, InvalidArgumentError, Option } from 'commander'
import { checkNames, checkService, operationIds } from './check-service.ts'
import type { Exchange } from './log/exchange.ts'
import { HarFile } from './log/har.ts'
import { CannotCheck } from './log/service.ts'
import { type ComparisonOptions, compareServices } from './plan/against.ts'
import type { CheckOptions } from './plan/options.ts'
import { type Compared, count } from './report/report.ts'
import { comparedLine, operationLine, textReport } from './report/text.ts'

interface Options extends Pick<CheckOptions, 'only' | 'concurrency' | 'maxRequests' | 'maxRecords'> {
  readonly against?: string
  readonly check?: readonly string[]
  readonly header: Readonly<Record<string, string>>
  /** Seconds. */
  readonly timeout: number
  readonly strict?: true
  readonly details?: true
  /** Path of the log. */
  readonly har?: string
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Exit codes of the command, and when it has them. */
export const exitCodes = {
  0: 'when all checks passed',
  1: 'when a check failed or records differ',
  2: 'when no check could run',
}
const codes = Object.entries(exitCodes).map(([code, when]) => `${code} ${when}`)

const program = new Command('trading-network-check')
  .description(
    'Tests a service of the Trading Network Query API against the contract, with records that it finds by itself. Besides GET it sends POST, PUT, PATCH and DELETE without a body, which the service must reject.',
  )
  .version(version)
  .argument('<base-url>', 'base URL of the service, such as http://127.0.0.1:8080', baseUrl)
  .addOption(
    new Option('--against <base-url>', 'instead, compare the records with those of this service')
      .argParser(baseUrl)
      .conflicts(['check', 'strict', 'details']),
  )
  .addOption(new Option('--only <operation...>', 'test only these operations').choices(operationIds))
  .addOption(new Option('--check <name...>', 'run only these checks').choices(checkNames))
  .addOption(
    new Option('-H, --header <name: value>', 'send this header with each request')
      .argParser(header)
      .default({}, 'none'),
  )
  .addOption(number('--timeout <seconds>', 'timeout of a request', 10))
  .addOption(number('--concurrency <number>', 'maximum number of concurrent requests', 4))
  .addOption(number('--max-requests <number>', 'maximum number of requests', 20_000))
  .addOption(number('--max-records <number>', 'maximum number of records to read from a list', 5000))
  .option('--strict', 'also fail if a check was not covered')
  .option('--details', 'print each failure, and everything that was not seen')
  .option('--har <file>', 'write every request and response to this file (HTTP Archive 1.2)')
  .addHelpText('after', `\nExit code: ${codes.join(', ')}.`)
  .showHelpAfterError('(add --help for the options)')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(run)

/** The command line. */
export const loadProgram = (): Command => program

async function run(baseUrl: string, { header: headers, ...options }: Options): Promise<void> {
  const har =
    options.har === undefined ? undefined : new HarFile(options.har, { name: program.name(), version })
  const service = { ...options, baseUrl, headers, timeout: options.timeout * 1000 }
  try {
    const { against } = options
    const onExchange = har && { onExchange: (exchange: Exchange) => har.add(exchange) }
    const passed =
      against === undefined
        ? await check({ ...service, ...onExchange }, options)
        : await compare({ ...service, against, ...onExchange })
    process.exitCode = passed ? 0 : 1
  } catch (error) {
    const text = error instanceof CannotCheck ? error.message : String((error as Error).stack ?? error)
    process.stderr.write(`error: ${text}\n`)
    process.exitCode = 2
  } finally {
    har?.close()
  }
}

async function check(service: CheckOptions, { check, details, strict }: Omit<Options, 'header'>) {
  const report = await checkService({
    ...service,
    ...(check && { checks: check }),
    onProgress: showProgress,
    onOperation: (...done) => {
      showProgress('')
      process.stdout.write(`${operationLine(...done)}\n`)
    },
  })
  process.stdout.write(`\n${textReport(report, details)}`)
  return count(report, 'failed') + (strict ? count(report, 'not covered') : 0) === 0
}

/** Shows what is under way on a terminal, in place of what was before. */
function showProgress(text: string): void {
  if (process.stdout.isTTY && process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

async function compare(options: ComparisonOptions): Promise<boolean> {
  const onResult = (result: Compared) => process.stdout.write(`${comparedLine(result)}\n`)
  const results = await compareServices({ ...options, onResult })
  return results.every(({ difference }) => difference === undefined)
}

function baseUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text
  throw new InvalidArgumentError('It must begin with http:// or https://.')
}

function header(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const colon = text.indexOf(':')
  if (colon < 1) throw new InvalidArgumentError('It must be a name, a colon and a value.')
  return { ...before, [text.slice(0, colon).trim()]: text.slice(colon + 1).trim() }
}

function number(flags: string, description: string, fallback: number): Option {
  return new Option(flags, description).default(fallback).argParser(text => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= 1) return value
    throw new InvalidArgumentError('It must be a whole number from 1 on.')
  })
}
