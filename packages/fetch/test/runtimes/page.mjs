import { check } from './check.mjs'

globalThis.check = check
