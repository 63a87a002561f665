/** @throws TypeError that names an invalid value of the caller. */
export const refuse = (name: string, value: unknown): never => {
  throw new TypeError(`${name} must not be ${String(value)}`)
}
