/** An endpoint's answer. The types are those that a host for files gives by the name of the file. */
export function text(body: string, type = 'text/plain'): Response {
  return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } })
}
