// One module, so that the build makes one file of it: see loadModule.
export { createClient } from '@trading-network/fetch'
export { watch } from '@trading-network/fetch/watch'
