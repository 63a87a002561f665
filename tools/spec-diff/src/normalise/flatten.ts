import type { Contract } from '../load/contract.ts'
import { asArray, defined, isObject, type Json, type JsonObject } from '../load/json.ts'
import { componentName } from './components.ts'
import type { Union } from './form.ts'
import { hasOnly } from './keywords.ts'
import { refOf } from './references.ts'
import { asTypes, unionOf } from './unions.ts'

/** A schema taken apart: the objects that hold together, outermost first. */
export interface Flat {
  leaves: JsonObject[]
  /** The unions that no plain schema replaces. */
  unions: Union[]
  /** `false` is among them. */
  isNever: boolean
  /** The schemas that stand beside a `null` branch in a union: what they say does not exclude null. */
  besideNull: Set<JsonObject>
  /** Some union has a branch that is `null` and nothing else. */
  hasNullBranch: boolean
  isOpenEnum: boolean
  component?: string
}

/**
 * Follows references, opens `allOf` and unions of one, and sets the `null` branch of a union apart. A union that means
 * the same as a plain schema becomes that schema.
 */
export function flatten(contract: Contract, parts: readonly Json[]): Flat {
  const flat: Flat = {
    leaves: [],
    unions: [],
    isNever: false,
    hasNullBranch: false,
    besideNull: new Set(),
    isOpenEnum: false,
  }
  const unions: Union[] = []
  const seen = new Set<object>()
  const add = (leaf: JsonObject, isBesideNull: boolean) => {
    flat.leaves.push(leaf)
    if (isBesideNull) flat.besideNull.add(leaf)
  }
  const open = (part: Json, isWhole: boolean, isBesideNull = false): void => {
    if (part === false) flat.isNever = true
    if (!isObject(part) || seen.has(part)) return
    seen.add(part)
    const ref = refOf(part)
    const leaf = ref === undefined ? part : besideRef(contract, part)
    if (leaf) add(leaf, isBesideNull)
    if (ref !== undefined) {
      const name = isWhole ? componentName(contract, part, ref) : undefined
      if (name !== undefined) flat.component ??= name
      open(contract.follow(part, ref), isWhole, isBesideNull)
    }
    if (!leaf) return
    const members = asArray(leaf.allOf)
    for (const each of members) open(each, isWhole && members.length === 1, isBesideNull)
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const union = unionOf(contract, leaf, kind)
      const [branch, ...others] = union.branches.flat()
      if (union.hasNull) flat.hasNullBranch = true
      if (others.length > 0) unions.push(union)
      else if (branch !== undefined) open(branch, isWhole, isBesideNull || union.hasNull)
      else if (union.hasNull) add(onlyNull, false)
    }
  }
  for (const part of parts) open(part, true)
  for (const union of unions) {
    const listed = openEnum(contract, union)
    const plain = listed ?? contract.madeOnce(union.holder, union.kind, () => asTypes(contract, union))
    if (listed) flat.isOpenEnum = true
    if (!plain) flat.unions.push(union)
    else if (!seen.has(plain)) flat.leaves.push(plain)
    if (plain && union.hasNull) flat.besideNull.add(plain)
  }
  return flat
}

const onlyNull: JsonObject = { type: 'null' }

/**
 * The members beside a reference. In OpenAPI 3.0 only texts count; the others are kept as an annotation, so that their
 * changes are reported.
 */
function besideRef(contract: Contract, schema: JsonObject): JsonObject | undefined {
  return contract.madeOnce(schema, 'beside $ref', () => {
    const { $ref: _, $dynamicRef: __, ...rest } = schema
    if (Object.keys(rest).length === 0) return undefined
    if (!contract.isOpenApi30) return rest
    const { description, summary, ...ignored } = rest
    return defined({
      description,
      summary,
      'beside $ref': Object.keys(ignored).length > 0 ? ignored : undefined,
    }) as JsonObject
  })
}

/** The enum of an open enum: `anyOf` listed strings and any string. */
function openEnum(contract: Contract, { kind, branches, holder }: Union): JsonObject | undefined {
  if (kind !== 'anyOf' || branches.length !== 2) return undefined
  return contract.madeOnce(holder, 'open enum', () => {
    const all = branches.map(branch => flatten(contract, branch).leaves)
    const isAnyText = (leaves: readonly JsonObject[]) =>
      leaves.length === 1 && leaves[0]?.type === 'string' && hasOnly(leaves[0], ['type'])
    const [listed, ...others] = all.filter(leaves => !isAnyText(leaves))
    if (!listed || others.length > 0 || !listed.every(isListed) || !listed.some(leaf => 'enum' in leaf))
      return undefined
    return Object.assign({ type: 'string' }, ...listed.toReversed())
  })
}

/** True for listed strings, and for texts beside a reference to them. */
function isListed(leaf: JsonObject): boolean {
  const { type = 'string', enum: values } = leaf
  const isText = type === 'string' && asArray(values).every(value => typeof value === 'string')
  return isText && hasOnly(leaf, ['enum', 'type'])
}
