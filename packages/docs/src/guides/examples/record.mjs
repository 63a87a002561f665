// Records what a node streams, one message a line, in a new file of a folder, until the connection ends.
import { createWriteStream } from 'node:fs'

const [url, folder] = process.argv.slice(2)
const file = createWriteStream(`${folder}/${Date.now()}.ndjson`)
const node = new WebSocket(url)
// No type, market or party is named: all events.
node.onopen = () => node.send('{}')
node.onmessage = ({ data }) => file.write(`${data.trim()}\n`)
node.onclose = () => file.end()
node.onerror = ({ message }) => console.error(message)
