import type { Upgrade } from './upgrade.ts'

/** Drops the copy of the active state of a provision. The stored edge has every state that a later event needs. */
export const toFormat4: Upgrade = {
  to: 4,
  sqlite: ['ALTER TABLE liquidity_provisions DROP COLUMN active'],
  postgres: ['ALTER TABLE liquidity_provisions DROP COLUMN active'],
}
