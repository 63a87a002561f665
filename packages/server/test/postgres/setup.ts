import { Cluster } from '@trading-network/test/postgres'
import type { TestProject } from 'vitest/node'

/** Starts one server for the run of a suite; its data need not survive a crash. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await Cluster.create(['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'])
  await cluster.start()
  project.provide('postgresUrl', cluster.url())
  return () => cluster.remove()
}
