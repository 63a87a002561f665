import { it } from 'vitest'

it.fails('a test with `retry` fails', { retry: 1 }, () => {})
