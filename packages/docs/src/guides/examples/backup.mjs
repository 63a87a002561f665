import { DatabaseSync } from 'node:sqlite'

const network = new DatabaseSync('network.sqlite', { readOnly: true })
network.exec("VACUUM INTO 'backup.sqlite'")
network.close()
