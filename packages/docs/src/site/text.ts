/** The response of an endpoint. A file host would derive the same content type from the file name. */
export function text(body: string, type = 'text/plain'): Response {
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } })
}
