import { Chain } from './chain.ts'
import { column } from './contents.ts'
import { account, asset } from './events.ts'

/** Returns the stored balances, which show the progress of an ingest. */
export const balances = (database: string) => column(database, 'accounts', 'balance')

export const balance = (number: number) => account({ balance: String(number), asset: asset(number) })

/** Three blocks, each with a balance. */
export const three = () => new Chain().blocks([balance(1), balance(2), balance(3)])
