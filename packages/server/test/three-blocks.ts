import { onTestFinished } from 'vitest'
import { Chain } from './chain.ts'
import { column } from './contents.ts'
import { newDatabase } from './database.ts'
import { account, asset } from './events.ts'

/** Returns a database that exists until the test ends. */
export async function newPlace(): Promise<string> {
  const { database, release } = await newDatabase()
  onTestFinished(release)
  return database
}

/** Returns the stored balances, which show the progress of an ingest. */
export const balances = (database: string) => column(database, 'accounts', 'balance')

export const balance = (number: number) => account({ balance: String(number), asset: asset(number) })

/** Three blocks, each with a balance. */
export const three = () => new Chain().blocks([balance(1), balance(2), balance(3)])
