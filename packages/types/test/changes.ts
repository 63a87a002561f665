/** A change of a generated file that `pnpm check` must refuse. */
export interface Change {
  /** The file in `src/generated`. */
  file: string
  /** Text before the change; the first `from` after it is replaced. */
  place: string
  from: string
  to: string
}

const models: Omit<Change, 'file'>[] = [
  { place: 'interface Account {', from: 'balance: Amount;', to: 'balance: string;' },
  { place: 'interface Account {', from: 'parentPartyId?:', to: 'parentPartyId:' },
  {
    place: 'interface Account {',
    from: 'parentPartyId?: PartyId',
    to: 'parentPartyId?: PartyId | undefined',
  },
  { place: 'interface Account {', from: 'owner:', to: 'ownerId:' },
  { place: 'interface AccountPage {', from: 'AccountEdge[]', to: 'AccountEdge' },
  { place: 'interface FundingPeriodDataPoint {', from: 'UnixNanos', to: 'Uint64String' },
  { place: 'interface Order {', from: 'batchId: Uint64String', to: 'batchId: number' },
  { place: 'interface Order {', from: 'remaining:', to: 'remaining?:' },
  { place: 'interface OrderSubmission {', from: 'Amount | ""', to: 'Amount' },
  { place: 'interface LiquidityOrder {', from: 'proportion: number', to: 'proportion: string' },
  { place: 'interface PageInfo {', from: 'hasNextPage: boolean', to: 'hasNextPage: true' },
  { place: 'interface ErrorDetail {', from: '[key: string]: string', to: '[key: string]: number' },
  { place: 'type OpenAccountType', from: 'AccountType | (string & {})', to: 'AccountType' },
  { place: 'type OpenSide', from: 'Side | (string & {})', to: 'string' },
]

const parameters: Omit<Change, 'file'>[] = [
  { place: 'interface ListAccountsQuery {', from: 'filter.partyIds', to: 'filter.partyId' },
  { place: 'interface ListAccountsQuery {', from: 'readonly PartyId[]', to: 'PartyId[]' },
  { place: 'interface ListAccountsQuery {', from: 'AssetId | undefined', to: 'AssetId' },
  { place: 'interface GetOrderQuery {', from: 'orderId:', to: 'orderId?:' },
  { place: 'interface GetOrderQuery {', from: 'version?: number', to: 'version?: string' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  { place: 'interface ListEpochRewardSummariesQuery {', from: '`${bigint}`', to: 'string' },
  { place: 'interface ListStopOrdersQuery {', from: 'StopOrderStatus[]', to: 'string[]' },
]

const operations: Omit<Change, 'file'>[] = [
  { place: 'type OperationId', from: "  | 'getStake'\n", to: '' },
  { place: 'interface TradingNetworkApi {', from: 'params: GetOrderQuery', to: 'params?: GetOrderQuery' },
  { place: 'interface TradingNetworkApi {', from: '): Stake', to: '): Accounts' },
  { place: 'interface Accounts extends', from: ', Account>', to: ', AccountList>' },
]

const schema: Omit<Change, 'file'>[] = [
  { place: '"/api/v2/accounts": {', from: 'get:', to: 'get?:' },
  { place: '    listAccounts: {', from: '"filter.assetId"?: AssetId', to: '"filter.assetId": AssetId' },
  { place: '    getOrder: {', from: '"application/json": OrderRecord', to: '"application/json": Order' },
  { place: '    listAccounts: {', from: 'readonly PartyId[]', to: 'PartyId[]' },
  { place: '    headers: {', from: 'BlockHeight: Uint64String', to: 'BlockHeight: string' },
]

const enums: Omit<Change, 'file'>[] = [
  { place: 'const Side = {', from: "BUY: 'SIDE_BUY'", to: "BUY: 'BUY'" },
  { place: 'const StopOrderStatus = {', from: "  PENDING: 'STATUS_PENDING',\n", to: '' },
  { place: 'const AccountType = {', from: 'GENERAL:', to: 'GENRAL:' },
  { place: 'OrderStatusValues:', from: 'readonly OrderStatus[]', to: 'OrderStatus[]' },
]

export const changes: readonly Change[] = Object.entries({
  models,
  parameters,
  operations,
  schema,
  enums,
}).flatMap(([file, list]) => list.map(change => ({ file: `${file}.ts`, ...change })))
