import { check } from './check.mjs'

const addresses = globalThis.Deno?.args ?? process.argv.slice(2)
console.log(JSON.stringify(await check(...addresses)))
