import { AggregatorRegistry, type Registry } from 'prom-client'

/** Lets the primary process ask for the metrics of this worker. */
export function answerPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()
}

/** Returns the metrics of all worker processes together. Each metric defines how to combine two values. */
export function workerMetrics() {
  const registry = new AggregatorRegistry()
  return { text: () => registry.clusterMetrics() }
}
