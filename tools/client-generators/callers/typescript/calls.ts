declare const process: { readonly argv: string[]; readonly stdout: { write(text: string): void } }

const [, , ...args] = process.argv
export const [network, stub, orderId, missing, marketId, partyId, id] = args as [string, ...string[]] &
  string[]

interface Outcome {
  readonly response?: Outcome
  readonly status?: number
  readonly data?: unknown
  readonly error?: unknown
}

/** Makes each call of a generated client. Prints the body of a 200, the status and body of an error, or the failure. */
export async function print(calls: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [call, make] of Object.entries(calls)) {
    // axios and some other clients throw an error response.
    const outcome = (await make().catch(error => error.response ?? error)) as Outcome
    const { status } = outcome.response ?? outcome
    const value = status === 200 ? outcome.data : status && [status, outcome.error ?? outcome.data]
    process.stdout.write(`${JSON.stringify({ call, value, failure: value ? undefined : String(outcome) })}\n`)
  }
}
