/** Starts the alternative that the argument names, with the places of the rows that the first message has. */
const { start } = await import(`./${process.argv[2]}.mjs`)

process.on('message', async message => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system })
  } else {
    process.send({ port: await start(message) })
  }
})
process.once('disconnect', () => process.exit(0))
