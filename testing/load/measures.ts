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

/** Measurements of a run: series of times and counters, by name. */
export class Measures {
  readonly #times = new Map<string, Times>()
  readonly #counts = new Map<string, number>()
  readonly seconds: Second[] = []
  readonly #notes = new Map<string, number>()
  #http = new Times()
  #lag = new Times()
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
  note(message: string): void {
    if (this.#notes.has(message) || this.#notes.size < NOTES_MAX)
      this.#notes.set(message, (this.#notes.get(message) ?? 0) + 1)
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
    this.#before = now
    this.#http = new Times()
    this.#lag = new Times()
    this.seconds.push(second)
    return second
  }
}
