import type { operations } from '../src/generated/schema.ts'
import type * as ours from '../src/index.ts'
import type { CallOptions, OperationId, PagedResult, TradingNetworkApi } from '../src/index.ts'
import type * as theirs from './generated/untransformed.ts'

/*
 * Compares our types with the untransformed output of openapi-typescript, in both directions: names, types, optional
 * properties. An error names the schemas, paths or operations that differ.
 */

/** Assignable in both directions, and identical: an optional property more or less is assignable. */
type Same<One, Other> = [One, Other] extends [Other, One]
  ? (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2
    ? true
    : false
  : false

/** The keys under which two types differ. */
type Differences<One, Other> = {
  [Key in keyof One | keyof Other]: Key extends keyof One & keyof Other
    ? Same<One[Key], Other[Key]> extends true
      ? never
      : Key
    : Key
}[keyof One | keyof Other]

type None<Keys extends never> = Keys

/** A type as openapi-typescript writes it: any text for integers and open enums, and lists that a caller may change. */
type Plain<T> = T extends string
  ? string extends T
    ? string
    : T extends `${bigint}`
      ? string
      : T
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T

type OurSchemas = ours.components['schemas']
type TheirSchemas = theirs.components['schemas']

export type SchemasAgree = None<Differences<Plain<OurSchemas>, Plain<TheirSchemas>>>
export type ComponentsAgree = None<Differences<Plain<ours.components>, Plain<theirs.components>>>
export type PathsAgree = None<Differences<Plain<ours.paths>, Plain<theirs.paths>>>

/* The methods of the client, by operation; then the same with `paths` of ours, where no type may differ. */

type Place<Parameters, Name extends keyof Parameters> = [NonNullable<Parameters[Name]>] extends [never]
  ? unknown
  : NonNullable<Parameters[Name]>

/** With `| undefined` for callers under exactOptionalPropertyTypes. */
type Sent<Members> = {
  [Name in keyof Members]: Partial<Members> extends Pick<Members, Name>
    ? Members[Name] | undefined
    : Members[Name]
}
type Queries<
  Operations extends { [Id in keyof Operations]: { parameters: { path?: unknown; query?: unknown } } },
> = {
  [Id in keyof Operations]: Sent<
    Place<Operations[Id]['parameters'], 'path'> & Place<Operations[Id]['parameters'], 'query'>
  >
}
type Bodies<Operations> = {
  [Id in keyof Operations]: Operations[Id] extends {
    responses: { 200: { content: { 'application/json': infer Body } } }
  }
    ? Body
    : never
}

type OurQueries = { [Id in OperationId]: NonNullable<Parameters<TradingNetworkApi[Id]>[0]> }
type OurResults = { [Id in keyof TradingNetworkApi]: Awaited<ReturnType<TradingNetworkApi[Id]>> }

export type QueriesAgree = None<Differences<Plain<OurQueries>, Queries<theirs.operations>>>
export type ResultsAgree = None<Differences<Plain<OurResults>, Bodies<theirs.operations>>>
export type QueriesOfPaths = None<Differences<OurQueries, Queries<operations>>>
export type ResultsOfPaths = None<Differences<OurResults, Bodies<operations>>>

type OurMethods = {
  [Id in OperationId]: [
    needsParameters: [] extends Parameters<TradingNetworkApi[Id]> ? false : true,
    options: Parameters<TradingNetworkApi[Id]>[1],
    record: ReturnType<TradingNetworkApi[Id]> extends PagedResult<unknown, infer Item> ? Item : never,
  ]
}
type RecordIn<Body> = {
  [Field in keyof Body]: Body[Field] extends { edges: { node: infer Node }[] } ? Node : never
}[keyof Body]
type Methods = {
  [Id in keyof operations]: [
    needsParameters: Partial<OurQueries[Id]> extends OurQueries[Id] ? false : true,
    options: CallOptions | undefined,
    record: RecordIn<OurResults[Id]>,
  ]
}
export type MethodsAgree = None<Differences<OurMethods, Methods>>

/* Enums: their values, the keys of these, and what comes with them. */

type EnumName = {
  [Name in keyof TheirSchemas]: string extends TheirSchemas[Name]
    ? never
    : TheirSchemas[Name] extends string
      ? Name
      : never
}[keyof TheirSchemas]
type OurEnums = {
  [Name in EnumName]: [
    (typeof ours)[Name][keyof (typeof ours)[Name]],
    (typeof ours)[`${Name}Values`],
    (typeof ours)[`${Name}Meanings`],
    (typeof ours)[`is${Name}`],
  ]
}
type TheirEnums = {
  [Name in EnumName]: [
    TheirSchemas[Name],
    readonly TheirSchemas[Name][],
    { readonly [Value in TheirSchemas[Name]]: string },
    (value: unknown) => value is TheirSchemas[Name],
  ]
}
export type EnumsAgree = None<Differences<OurEnums, TheirEnums>>

type Misnamed<Values> = {
  [Key in keyof Values]: Values[Key] extends `${string}${Key & string}` ? never : Key
}[keyof Values]
export type EnumKeysAgree = None<{ [Name in EnumName]: Misnamed<(typeof ours)[Name]> }[EnumName]>
