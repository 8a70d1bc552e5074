import { Times } from '@backlot/simulator/telemetry/times'

/** Different messages that are remembered. */
const NOTES_MAX = 50

/** A second of a run, for the live table and the plots. */
export type Second = {
  /** Seconds since the run began. */
  at: number
  operators: number
  requests: number
  errors: number
  p50: number
  p99: number
  frames: number
  alarms: number
  lagP99: number
}

/** A second as a part of a run's operators had it: its times as encoded histograms, so that seconds can be added. */
export type SecondPart = Omit<Second, 'p50' | 'p99' | 'lagP99'> & { http: string; lag: string }

/** All measurements of a part of a run's operators: histograms are encoded. */
export type MeasuresPart = {
  series: Record<string, string>
  counts: Record<string, number>
  notes: { message: string; count: number }[]
}

/** Measurements of a run: series of times and counters, by name. */
export class Measures {
  readonly #times = new Map<string, Times>()
  readonly #counts = new Map<string, number>()
  readonly seconds: Second[] = []
  readonly #notes = new Map<string, number>()
  #http = new Times()
  #lag = new Times()
  #lastSecond: SecondPart | undefined
  #before: Record<'requests' | 'errors' | 'frames' | 'alarms', number> = {
    requests: 0,
    errors: 0,
    frames: 0,
    alarms: 0,
  }

  time(series: string, ms: number): void {
    let times = this.#times.get(series)
    if (!times) {
      times = new Times()
      this.#times.set(series, times)
    }
    times.record(ms)
    if (series === 'http') this.#http.record(ms)
    if (series === 'channel.lag') this.#lag.record(ms)
  }

  count(counter: string, by = 1): void {
    this.#counts.set(counter, (this.#counts.get(counter) ?? 0) + by)
  }

  /** Remembers a message of a failure; the same one is counted. */
  note(message: string, times = 1): void {
    if (this.#notes.has(message) || this.#notes.size < NOTES_MAX)
      this.#notes.set(message, (this.#notes.get(message) ?? 0) + times)
  }

  notes(): { message: string; count: number }[] {
    return [...this.#notes].map(([message, count]) => ({ message, count })).sort((a, b) => b.count - a.count)
  }

  times(series: string): Times | undefined {
    return this.#times.get(series)
  }

  counted(counter: string): number {
    return this.#counts.get(counter) ?? 0
  }

  seriesNames(): string[] {
    return [...this.#times.keys()].sort()
  }

  counterNames(): string[] {
    return [...this.#counts.keys()].sort()
  }

  /** Closes a second. */
  tick(at: number, operators: number): Second {
    const now = {
      requests: this.#times.get('http')?.count ?? 0,
      errors: this.counted('http.errors'),
      frames: this.counted('channel.frames'),
      alarms: this.counted('channel.alarms'),
    }
    const before = this.#before
    const second: Second = {
      at,
      operators,
      requests: now.requests - before.requests,
      errors: now.errors - before.errors,
      frames: now.frames - before.frames,
      alarms: now.alarms - before.alarms,
      p50: this.#http.percentile(50),
      p99: this.#http.percentile(99),
      lagP99: this.#lag.percentile(99),
    }
    const { p50: _, p99: __, lagP99: ___, ...counted } = second
    this.#lastSecond = { ...counted, http: this.#http.encoded(), lag: this.#lag.encoded() }
    this.#before = now
    this.#http = new Times()
    this.#lag = new Times()
    this.seconds.push(second)
    return second
  }

  /** The second that was closed last, for adding. */
  lastSecond(): SecondPart | undefined {
    return this.#lastSecond
  }

  /** Everything but the seconds, for adding. */
  encoded(): MeasuresPart {
    return {
      series: Object.fromEntries([...this.#times].map(([name, times]) => [name, times.encoded()])),
      counts: Object.fromEntries(this.#counts),
      notes: this.notes(),
    }
  }

  /** Adds what other operators of the run measured. */
  add({ series, counts, notes }: MeasuresPart): void {
    for (const [name, encoded] of Object.entries(series)) {
      const times = this.#times.get(name) ?? new Times()
      times.add(encoded)
      this.#times.set(name, times)
    }
    for (const [name, by] of Object.entries(counts)) this.count(name, by)
    for (const { message, count } of notes) this.note(message, count)
  }
}

/** A second of all operators from those of its parts. */
export function addSeconds(at: number, parts: readonly SecondPart[]): Second {
  const sum = { operators: 0, requests: 0, errors: 0, frames: 0, alarms: 0 }
  const http = new Times()
  const lag = new Times()
  for (const part of parts) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += part[name]
    http.add(part.http)
    lag.add(part.lag)
  }
  return { at, ...sum, p50: http.percentile(50), p99: http.percentile(99), lagP99: lag.percentile(99) }
}
