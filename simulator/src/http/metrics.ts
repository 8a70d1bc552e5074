import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, Registry } from 'prom-client'

export type Metrics = Disposable & {
  registry: Registry
  /** A number that is read when somebody asks for the metrics. */
  gauge(name: string, help: string, read: () => number): void
  /** The same with one label. */
  gaugeBy(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void
}

/** One registry per simulator: nothing is shared between two in one process, except the process's own numbers. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const gauge: Metrics['gauge'] = (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  const gaugeBy: Metrics['gaugeBy'] = (name, help, label, read) => {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset()
        for (const [value, number] of read()) this.labels(value).set(number)
      },
    })
  }
  const finite = (value: number) => (Number.isFinite(value) ? value : 0)
  gauge(
    'backlot_event_loop_lag_p99_seconds',
    'Delay of the event loop, 99th percentile since the last scrape.',
    () => {
      const p99 = finite(delay.percentile(99)) / 1e9
      delay.reset()
      return p99
    },
  )
  gauge('backlot_memory_resident_bytes', 'Resident memory of the process.', () => process.memoryUsage().rss)
  gauge('backlot_cpu_seconds', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  return { registry, gauge, gaugeBy, [Symbol.dispose]: () => delay.disable() }
}
