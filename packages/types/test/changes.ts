/** A change of a generated file that `pnpm check` must refuse. */
export interface Change {
  /** The file in `src/generated`. */
  file: string
  /** Text before the change; the first `from` after it is replaced. */
  place: string
  from: string
  to: string
}

/** A place, and the text after it before and after the change. */
type Edit = [place: string, from: string, to: string]

const models: Edit[] = [
  ['interface Account {', 'parentPartyId?:', 'parentPartyId:'],
  ['interface Account {', 'parentPartyId?: PartyId', 'parentPartyId?: PartyId | undefined'],
  ['interface Account {', 'owner:', 'ownerId:'],
  ['interface AccountPage {', 'AccountEdge[]', 'AccountEdge'],
  ['interface Order {', 'batchId: Uint64String', 'batchId: number'],
  ['interface Order {', 'remaining:', 'remaining?:'],
  ['interface LiquidityOrder {', 'proportion: number', 'proportion: string'],
  ['interface PageInfo {', 'hasNextPage: boolean', 'hasNextPage: true'],
  ['interface ErrorDetail {', '[key: string]: string', '[key: string]: number'],
  ['type OpenAccountType', 'AccountType | (string & {})', 'AccountType'],
  ['interface ListAccountsQuery {', 'filter.partyIds', 'filter.partyId'],
  ['interface ListAccountsQuery {', 'readonly PartyId[]', 'PartyId[]'],
  ['interface ListAccountsQuery {', 'AssetId | undefined', 'AssetId'],
  ['interface GetOrderQuery {', 'orderId:', 'orderId?:'],
  ['interface GetOrderQuery {', 'version?: number', 'version?: string'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template literal type
  ['interface ListEpochRewardSummariesQuery {', '`${bigint}`', 'string'],
  ['interface ListStopOrdersQuery {', 'StopOrderStatus[]', 'string[]'],
]

const operations: Edit[] = [
  ['type OperationId', "  | 'getStake'\n", ''],
  ['interface TradingNetworkApi {', 'params: GetOrderQuery', 'params?: GetOrderQuery'],
  ['interface TradingNetworkApi {', '): Stake', '): Accounts'],
  ['interface Accounts extends', ', Account>', ', AccountList>'],
]

const schema: Edit[] = [
  ['"/api/v2/accounts": {', 'get:', 'get?:'],
  ['    listAccounts: {', '"filter.assetId"?: AssetId', '"filter.assetId": AssetId'],
  ['    getOrder: {', '"application/json": OrderRecord', '"application/json": Order'],
  ['    listAccounts: {', 'readonly PartyId[]', 'PartyId[]'],
]

const enums: Edit[] = [
  ['const Side = {', "BUY: 'SIDE_BUY'", "BUY: 'BUY'"],
  ['const StopOrderStatus = {', "  PENDING: 'STATUS_PENDING',\n", ''],
  ['const AccountType = {', 'GENERAL:', 'GENRAL:'],
  ['OrderStatusValues:', 'readonly OrderStatus[]', 'OrderStatus[]'],
]

export const changes: readonly Change[] = Object.entries({ models, operations, schema, enums }).flatMap(
  ([file, edits]) => edits.map(([place, from, to]) => ({ file: `${file}.ts`, place, from, to })),
)
