import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  type Bump,
  bumps,
  type Change,
  compare,
  load,
  type Report,
  type Surface,
  seenFrom,
  stepOf,
} from '@trading-network/spec-diff'
import { archivePath, archiveProblems, releases } from './archive.ts'
import { compileConsumer } from './compile.ts'
import { type Declared, declared } from './declared.ts'

const specPackage = '@trading-network/spec'
const typesPackage = '@trading-network/types'

/** The result of the gate: problems, each a text for people, and the report behind them. */
export interface Verdict {
  problems: string[]
  /** Notices that do not fail the gate. */
  notices: string[]
  report?: Report
}

/**
 * Tests if the changesets declare the step that the contract's changes since the last release need.
 *
 * @param bundle The JSON bundle of the contract at hand: the generated types are made from it.
 * @param compile Returns the compiler errors of programs that use the released types.
 */
export async function gate(root: string, bundle: string, compile = compileConsumer): Promise<Verdict> {
  const problems = [...archiveProblems(root), ...versionProblems(root)]
  const last = releases(root).at(-1)
  if (!last)
    return {
      problems: [...problems, 'spec/released has no release to compare with: run `pnpm release freeze`'],
      notices: [],
    }
  const archived = readFileSync(join(root, archivePath(last.version)), 'utf8')
  const report = await compareWithContract(root, archivePath(last.version))
  if (last.draft) {
    if (report.changes.length > 0) problems.push(draftProblem(last.version, report))
    return { problems, notices: [], report }
  }
  const refused = report.changes.length > 0 ? await compile(root, archived, bundle) : []
  const required: Record<string, Bump> = {
    [specPackage]: report.bump.wire,
    [typesPackage]: refused.length > 0 ? 'major' : report.bump.types,
  }
  const notices: string[] = []
  for (const [name, bump] of Object.entries(required)) {
    const its = await declared(root, name)
    problems.push(...shortfalls(name, bump, its, report, refused))
    if (bumps.indexOf(its.bump) > bumps.indexOf(bump))
      notices.push(`${name}: declared ${its.bump}, needed ${bump}`)
  }
  return { problems, notices, report }
}

/** The difference between an archived contract and the authored one, with places in the authored files. */
export async function compareWithContract(root: string, archived: string): Promise<Report> {
  const near = (path: string) => relative('.', join(root, path)) || path
  return compare(await load(near(archived)), await load(near('spec/openapi.yaml')))
}

/** The version is stated twice, for readers of the contract and for npm. */
function versionProblems(root: string): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'spec/package.json'), 'utf8')) as { version: string }
  const stated = /^ {2}version: *(\S+)/m.exec(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8'))?.[1]
  return stated === version ? [] : [`spec/openapi.yaml says version ${stated}, spec/package.json ${version}`]
}

function draftProblem(version: string, { changes }: Report): string {
  return `The contract is not the one that is archived as ${version}, which is not released yet. \`pnpm release freeze\` archives it again.
${changes
  .slice(0, 10)
  .map(change => lineOf(change, change.surface))
  .join('\n')}`
}

function shortfalls(
  name: string,
  required: Bump,
  its: Declared,
  report: Report,
  refused: readonly string[],
): string[] {
  // What fails on the wire fails programs that import the types, too.
  const surfaces: Surface[] = name === specPackage ? ['wire'] : ['types', 'wire']
  const isShort = bumps.indexOf(its.bump) < bumps.indexOf(required)
  const above = report.changes.flatMap(change => {
    const isAbove = (surface: Surface) =>
      bumps.indexOf(stepOf(change.impact[surface])) > bumps.indexOf(its.bump)
    const surface = surfaces.find(isAbove)
    return surface ? [lineOf(change, surface)] : []
  })
  if (isShort) {
    const compiler = name === typesPackage ? refused.map(line => `  the compiler: ${line}`) : []
    return [
      [
        `${name} needs a ${required} changeset; ${its.bump === 'none' ? 'none names it' : `${its.bump} is declared`}:`,
        ...above,
        ...compiler,
        '',
        `Add .changeset/<any-name>.md:`,
        '',
        changesetText(name, required),
      ].join('\n'),
    ]
  }
  if (required === 'major' && its.confirmedBy.length === 0)
    return [
      [
        `${name}: a major step needs the name of a person who confirms it. Add this line to the changeset:`,
        '',
        'Breaking change confirmed by: <name>',
        '',
        ...above,
      ].join('\n'),
    ]
  return []
}

function lineOf(change: Change, surface: Surface): string {
  const { file, line, operations, ruleId } = change
  const { class: verdict, message } = seenFrom(change, surface) ?? change
  const where = operations.length > 0 ? ` (${operations.join(', ')})` : ''
  return `  ${file}:${line}  ${verdict}: ${message}${where} [${ruleId}]`
}

function changesetText(name: string, bump: Bump): string {
  const confirmed = bump === 'major' ? '\nBreaking change confirmed by: <name>\n' : ''
  return `---\n"${name}": ${bump}\n---\n\nA sentence for users: the effect of this change.\n${confirmed}`
}
