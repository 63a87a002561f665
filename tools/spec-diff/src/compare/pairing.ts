import type { Conjunction, Form } from '../normalise/form.ts'
import type { Carriage, Difference } from './difference.ts'

/** Two schemas that are compared, with what a comparison may say about them. */
export interface Pairing extends Carriage {
  base: Form
  revision: Form
  /** Notes a difference of these two. The keyword names the place of it in either document. */
  differs(
    rule: string,
    what?: Omit<Difference, 'rule' | 'signature' | 'base' | 'revision'> & { keyword?: string },
  ): void
  /** Has two schemas within compared, too. */
  within(segment: string, base: Conjunction, revision: Conjunction, carriage?: Partial<Carriage>): void
}
