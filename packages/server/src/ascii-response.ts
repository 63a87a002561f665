import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * A response that writes text of nothing but ASCII without encoding it. Node makes room for three bytes per character of
 * UTF-8 and clears it first; for a page of a thousand records that takes longer than to send it.
 */
export class AsciiResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  // biome-ignore lint/suspicious/noExplicitAny: the signatures of `end` are many, and all are passed on
  override end(chunk?: any, ...rest: any[]): this {
    const ascii = typeof chunk === 'string' && Buffer.byteLength(chunk) === chunk.length
    return ascii ? super.end(chunk, 'latin1', rest.at(-1)) : super.end(chunk, ...(rest as []))
  }
}
