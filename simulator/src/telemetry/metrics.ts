import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'

type Labelled = Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>

export type Metrics = Disposable & {
  registry: Registry
  /** A number that is read when the metrics are requested. */
  gauge(name: string, help: string, read: () => number): void
  /** The same by labels. */
  gauges(name: string, help: string, labels: readonly string[], read: () => Labelled): void
  /** A number that only grows, kept elsewhere and read when somebody asks. Its name ends with _total. */
  counter(name: string, help: string, read: () => number): void
  /** The same by one label. */
  counterBy(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void
}

/** One registry per simulator: nothing is shared between two in one process, except the process's own numbers. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const metrics: Metrics = {
    registry,
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    gauges(name, help, labels, read) {
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          this.reset()
          for (const [values, number] of read()) this.labels(values).set(number)
        },
      })
    },
    counter(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    counterBy(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, number] of read()) this.labels(value).inc(number)
        },
      })
    },
    [Symbol.dispose]: () => delay.disable(),
  }
  processMetrics(metrics, delay)
  return metrics
}

/** Machine resources that the process uses. */
function processMetrics(
  { gauges, counterBy }: Metrics,
  delay: ReturnType<typeof monitorEventLoopDelay>,
): void {
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  gauges(
    'backlot_event_loop_lag_seconds',
    'Delay of the event loop since the previous reading: median, 99th percentile and maximum.',
    ['stat'],
    () => {
      const lag = [
        [{ stat: 'p50' }, seconds(delay.percentile(50))],
        [{ stat: 'p99' }, seconds(delay.percentile(99))],
        [{ stat: 'max' }, seconds(delay.max)],
      ] as const
      delay.reset()
      return lag
    },
  )
  gauges('backlot_memory_bytes', 'Memory of the process, by part; resident is the total.', ['part'], () => {
    const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
    return [
      [{ part: 'resident' }, rss],
      [{ part: 'heap_used' }, heapUsed],
      [{ part: 'heap_total' }, heapTotal],
      [{ part: 'external' }, external],
      [{ part: 'array_buffers' }, arrayBuffers],
    ]
  })
  counterBy('backlot_cpu_seconds_total', 'Processor time of the process.', 'mode', () => {
    const { user, system } = process.cpuUsage()
    return [
      ['user', user / 1e6],
      ['system', system / 1e6],
    ]
  })
}
