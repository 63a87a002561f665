/** Connections to PostgreSQL: as many as the service opens. */
export const CONNECTIONS = 10

/** Starts a server with the task that the parent sends, then tells it the port, and the processor time when asked. */
export function serve(start) {
  process.on('message', async message => {
    if (message !== 'cpu') {
      process.send({ port: await start(message) })
      return
    }
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system })
  })
  process.once('disconnect', () => process.exit(0))
}
