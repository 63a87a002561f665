import type { OperationId, TradingNetworkApi } from '@trading-network/types'
import type { operations } from '../src/generated/schema.ts'

/*
 * The interfaces we write out and the types openapi-typescript writes come from one contract by two ways. Here the
 * compiler holds them against each other, for every operation; an error names the operations that disagree.
 */

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
type Disagreeing<Verdicts> = {
  [Id in keyof Verdicts]: Verdicts[Id] extends true ? never : Id
}[keyof Verdicts]
type None<Ids extends never> = Ids

type Params<Id extends OperationId> = NonNullable<Parameters<TradingNetworkApi[Id]>[0]>
type Path<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer InPath }
  ? InPath
  : unknown
type OnTheWire<Id extends OperationId> = Path<Id> & NonNullable<operations[Id]['parameters']['query']>

/** Ours say `| undefined` where theirs do not, for callers under exactOptionalPropertyTypes. */
type Loose<Members> = { [Name in keyof Members]-?: Members[Name] | undefined }

export type ParametersAgree = None<
  Disagreeing<{ [Id in OperationId]: Same<Loose<Params<Id>>, Loose<OnTheWire<Id>>> }>
>

export type AnswersAgree = None<
  Disagreeing<{
    [Id in OperationId]: Same<
      Awaited<ReturnType<TradingNetworkApi[Id]>>,
      operations[Id]['responses'][200]['content']['application/json']
    >
  }>
>
