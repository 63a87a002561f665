/** The methods of a route that only reads. Fastify's own routes for HEAD send `Content-Length: 0` with a 304. */
export const GET_AND_HEAD = ['GET', 'HEAD']
