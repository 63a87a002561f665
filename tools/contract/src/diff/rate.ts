import { isNote, type JsonObject, nameOf, nodeAt, resolved } from './document.ts'
import type { Difference } from './redocly.ts'

/** The classes of changes, the most important first. */
export const classes = ['breaking', 'may-break', 'non-breaking', 'documentation'] as const
export type Class = (typeof classes)[number]

/** Extensions with the meaning of a value, or with a default. */
const MEANINGS = /^x-tn-(unit|scaled-by|default|default-server|filters)$/

/** The pointer of a schema that another one must pass, too. A field may have such a name. */
const CONDITION = /(?<!\/properties)\/(not|if|then|else|contains|propertyNames|dependentSchemas)$/

/** A difference with its class. */
export interface Finding {
  class: Class
  message: string
  /** The node in the revision, or in the base if it is gone. */
  pointer: string
  /** The first day on which a release may remove what is gone, if it was announced: `2027-06-30`. */
  sunset?: string | undefined
}

/**
 * Rates a difference by what this contract promises. Returns one finding; for a list, one for each item.
 *
 * @param isSent Tells if requests have a node, by its pointer.
 */
export function rate(
  difference: Difference,
  base: JsonObject,
  revision: JsonObject,
  isSent: (pointer: string) => boolean,
): Finding[] {
  const { path, kind, property, verdicts } = difference
  // No operation uses what redocly meets here first. But schemas are types, and their parts have names there.
  const isUnused = /^#\/components\/(?!securitySchemes\/)/.test(path)
  if (isUnused && !(property === 'key' && path.startsWith('#/components/schemas/'))) return []
  const [before, after] = [nodePointer(property, difference.base), nodePointer(property, difference.revision)]
  const pointer = kind === 'removed' ? before : after
  const isOfResponse = path.includes('/responses/') && !isSent(pointer)
  const was = kind === 'added' ? {} : nodeAt(base, before)
  const is = nodeAt(revision, after)
  // A parameter or a tag has a name of its own, and a server an address.
  const own = [is.name, was.name, is.url, was.url].find(each => typeof each === 'string')
  const name = code(own ?? nameOf(pointer))
  const lists = [difference.base.value, difference.revision.value]
  if (!/^(enum|required)$/.test(property) || !lists.every(Array.isArray)) {
    const sunset = /^(key|name|in)$/.test(property) ? sunsetIn(was, base) : undefined
    const verdict = classOf(difference, isOfResponse)
    return [{ class: verdict, message: messageOf(difference, name, pointer), pointer, sunset }]
  }
  const sunsets = JSON.parse(String(was['x-tn-deprecated-values'] ?? '{}'))
  const isOpen = verdicts.length === 0 || `Open${nameOf(pointer)}` in nodeAt(revision, '#/components/schemas')
  const lost = itemsMissing(property, is, was).map((item): Finding => {
    const message = `${code(property)} of ${name} lost ${code(item)}.`
    const lossOf = difference.typeName === 'ServerVariable' ? 'may-break' : 'breaking'
    return { class: lossOf, message, pointer, sunset: sunsets[item]?.sunset }
  })
  const gained = itemsMissing(property, was, is).map((item): Finding => {
    const message = `${code(property)} of ${name} gained ${code(item)}.`
    const gainOf = property === 'required' && isSent(pointer) ? 'breaking' : 'may-break'
    return { class: isOpen ? 'non-breaking' : gainOf, message, pointer }
  })
  return [...lost, ...gained]
}

/** The pointer to a part, or to the node of a keyword. */
function nodePointer(property: string, { pointer = '#', value }: Difference['base']): string {
  return property === 'key' || value === undefined ? pointer : pointer.replace(/\/[^/]*$/, '')
}

/**
 * Returns the items that a list has in the other node only. A field that one of the nodes lacks is a difference of its
 * own, and is left out.
 */
function itemsMissing(keyword: string, node: JsonObject, other: JsonObject): string[] {
  const [own, others] = [node[keyword], other[keyword]] as [string[], string[]]
  const isField = (value: string) => value in Object(node.properties)
  return others.filter(each => !own.includes(each) && (keyword === 'enum' || isField(each)))
}

/** The class by what this contract promises. What else a rule of `redocly.yaml` finds breaks, or may break. */
function classOf(
  { typeName, kind, property, verdicts, base, revision }: Difference,
  isOfResponse: boolean,
): Class {
  const [from, to] = [base.value, revision.value]
  if (MEANINGS.test(property) && from !== undefined) return 'may-break'
  if (/^x-(sunset|tn-deprecated-values)$/.test(property) && to !== undefined) {
    const [old, day] = [sunsetIn({ sunset: from }), sunsetIn({ sunset: to })]
    return old && day && day < old ? 'may-break' : 'non-breaking'
  }
  if (property === 'deprecated' && to === true) return 'non-breaking'
  if (isNote(property) || /^(Info|Contact|License|Tag|Example|ExternalDocs|SpecExtension|Xml)/.test(typeName))
    return 'documentation'
  // Nothing on the wire follows from it, and few programs fill it in.
  if (property === 'default' && isOfResponse && from === undefined) return 'documentation'
  if (/^(default|format|content(MediaType|Encoding))$/.test(property)) return 'may-break'
  // Such a field is in no response.
  if (property === 'writeOnly') return to === true ? 'breaking' : 'non-breaking'
  if (/^(style|explode|propertyName)$/.test(property)) return 'breaking'
  if (typeName === 'RequestBody' && kind === 'added') return Object(to).required ? 'breaking' : 'non-breaking'
  if (/^allow(EmptyValue|Reserved)$/.test(property)) return to === true ? 'non-breaking' : 'breaking'
  if (typeName === 'ServerVariable' && property === 'enum')
    return to === undefined ? 'non-breaking' : 'may-break'
  // Programs send the requests of a path to the address of all others.
  if (typeName.startsWith('Server') && kind === 'added' && revision.pointer?.startsWith('#/paths/'))
    return 'may-break'
  const isSuccess = ({ pointer = '' }: Difference['base']) => /\/2\w\w$/.test(pointer)
  // Programs take each success for the one that they know.
  if (typeName === 'Response' && kind === 'added' && isSuccess(revision)) return 'may-break'
  // Clients handle every error in one way.
  if (typeName === 'Response' && !isSuccess(base)) return 'non-breaking'
  // The types have these, also where no rule looks for them.
  const isRenamed = kind === 'modified' && /^(key|name)$/.test(property)
  const isBranch = /\/(oneOf|anyOf)\/\d+$/.test(base.pointer ?? '')
  const isCondition = CONDITION.test(base.pointer ?? '')
  if (kind === 'removed' && isCondition) return verdicts.length > 0 ? 'may-break' : 'non-breaking'
  if ((kind === 'removed' || isRenamed) && /^(Parameter|Schema(Properties)?)$/.test(typeName) && !isBranch)
    return 'breaking'
  if (typeName === 'Header' && property === 'required' && to === undefined) return 'breaking'
  // Rules find a limit that is gone or wider in responses only, where few programs depend on it.
  const growth = Number(to) - Number(from)
  const isWider =
    (/^(max|exclusiveMax)/.test(property) && growth > 0) ||
    (/^(min|exclusiveMin)/.test(property) && growth < 0)
  const isLimit =
    typeName === 'Schema' && verdicts.some(({ ruleId }) => ruleId === 'schema-constraint-changed')
  // Redocly cannot know which of two patterns is wider. No program sends what is in responses only.
  if (isLimit && (to === undefined || isWider || isOfResponse)) return 'may-break'
  if (verdicts.some(({ impact }) => impact === 'major')) return 'breaking'
  return verdicts.length > 0 || isRenamed ? 'may-break' : 'non-breaking'
}

function messageOf(difference: Difference, name: string, pointer: string): string {
  const { typeName, kind, property, verdicts, base, revision } = difference
  const [from, to] = [base.value, revision.value]
  // Within a schema, redocly does not tell which.
  if (property === 'key' && verdicts[0] && !/\/schemas?\//.test(pointer)) return verdicts[0].message
  if (property === 'x-tn-default-server') return `The first server changed from ${code(from)} to ${code(to)}.`
  const part = /\/properties\/[^/]+$/.test(pointer) ? 'Field' : typeName
  if (kind !== 'modified') return `${part} ${name} was ${kind}.`
  if (property === 'deprecated' && to) return `${name} is deprecated.`
  if (property === 'x-sunset' && to) return `A release from ${to} on may remove ${name}.`
  // Texts are long, and the order of members says nothing.
  const isShown = !isNote(property) || MEANINGS.test(property) || property === 'x-tn-deprecated-values'
  return `${code(property)} of ${name} changed${isShown ? ` from ${code(from)} to ${code(to)}` : ''}.`
}

/** The latest sunset that is announced within a part, or for a parameter of it. */
function sunsetIn(part: unknown, document: JsonObject = {}): string | undefined {
  const text = JSON.stringify(part, (keyword, each) =>
    keyword === 'parameters' && Array.isArray(each)
      ? each.map((one: JsonObject) => resolved(one, document))
      : each,
  )
  const days = text?.match(/(?<=sunset[\\":]+)[-\d]+/g) ?? []
  return days.sort().at(-1)
}

/** A value as code in Markdown. */
function code(value: unknown): string {
  if (value === undefined) return 'nothing'
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
