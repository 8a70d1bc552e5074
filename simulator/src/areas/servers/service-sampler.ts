import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { HostClock } from '../../kernel/clock.ts'
import type { Store } from '../../store/store.ts'
import type { ProcessPort, ServersPort, ServiceSample } from './ports.ts'

const EVERY_MS = 10_000
/** An hour in memory, in fine steps. */
const FINE_KEPT = HOUR_MS / EVERY_MS
const IN_A_MINUTE = MINUTE_MS / EVERY_MS

export type ServiceSampler = {
  /** Of the last ten seconds. */
  cpuPercent(): number
  /** Samples of the last hour, the oldest first. */
  fine(): readonly ServiceSample[]
  close(): void
}

/** Looks at the process every ten seconds; keeps an hour of it in memory and the minutes of a week in the store. */
export function createServiceSampler(deps: {
  store: Store
  host: HostClock
  log: Logger
  process: ProcessPort
  servers: ServersPort
  devicesOnline(): number
  completeMs: number
}): ServiceSampler {
  const { store, host, log, servers } = deps
  const fine: ServiceSample[] = []
  let before = { atMs: host.now(), cpu: deps.process.cpuSeconds(), ...servers.traffic() }
  let untilKept = IN_A_MINUTE

  const measure = (): ServiceSample => {
    const now = { atMs: host.now(), cpu: deps.process.cpuSeconds(), ...servers.traffic() }
    const seconds = Math.max(0.001, (now.atMs - before.atMs) / 1000)
    const sample = {
      atMs: now.atMs,
      cpuPercent: Math.max(0, ((now.cpu - before.cpu) / seconds) * 100),
      memoryBytes: deps.process.memoryBytes(),
      connections: now.connections,
      bytesIn: Math.max(0, now.bytesIn - before.bytesIn),
      bytesOut: Math.max(0, now.bytesOut - before.bytesOut),
      devicesOnline: deps.devicesOnline(),
    }
    before = now
    return sample
  }
  const stop = host.every(EVERY_MS, () => {
    fine.push(measure())
    if (fine.length > FINE_KEPT) fine.shift()
    if (--untilKept > 0) return
    untilKept = IN_A_MINUTE
    const sample = together(fine.slice(-IN_A_MINUTE))
    store
      .write('servers.keepSample', { sample, completeFromMs: host.now() - deps.completeMs })
      .catch((error: unknown) =>
        log.error({ err: error }, 'a minute of the service history could not be stored'),
      )
  })
  return {
    cpuPercent: () => fine.at(-1)?.cpuPercent ?? 0,
    fine: () => fine,
    close: stop,
  }
}

/** Samples as one: bytes add up, the rest is their mean. */
export function together(samples: readonly ServiceSample[]): ServiceSample {
  const sum = (key: keyof ServiceSample) => samples.reduce((total, sample) => total + sample[key], 0)
  const mean = (key: keyof ServiceSample) => sum(key) / Math.max(1, samples.length)
  return {
    atMs: samples.at(-1)?.atMs ?? 0,
    cpuPercent: mean('cpuPercent'),
    memoryBytes: mean('memoryBytes'),
    connections: mean('connections'),
    bytesIn: sum('bytesIn'),
    bytesOut: sum('bytesOut'),
    devicesOnline: mean('devicesOnline'),
  }
}
