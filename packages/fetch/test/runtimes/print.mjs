import { check } from './check.mjs'

const baseUrl = (globalThis.Deno?.args ?? process.argv.slice(2))[0]
console.log(JSON.stringify(await check(baseUrl)))
