import { check } from './check.mjs'

export default {
  fetch: async (_, { BASE_URL, LOOP_URL }) => Response.json(await check(BASE_URL, LOOP_URL)),
}
