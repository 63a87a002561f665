const between = (least: bigint, most: bigint) => (text: string) =>
  /^-?\d+$/.test(text) && BigInt(text) >= least && BigInt(text) <= most

/** The formats of the contract as tests of a text; numbers are left to minimum and maximum. */
export const formats: Readonly<Record<string, true | ((text: string) => boolean)>> = {
  int32: true,
  int64: between(-(2n ** 63n), 2n ** 63n - 1n),
  uint64: between(0n, 2n ** 64n - 1n),
  amount: text => /^-?\d*$/.test(text),
  byte: text => Buffer.from(text, 'base64').toString('base64') === text,
}
