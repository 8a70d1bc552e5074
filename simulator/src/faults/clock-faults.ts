import type { HostClock, PlatformClock } from '../kernel/clock.ts'

/**
 * Active faults of the clock of the platform's machine: how far it is off. World, alarms and records go on by the true
 * time; the announced time, and the time that sign-ins are counted by, do not.
 */
export class ClockFaults {
  readonly #offs = new Set<number[]>()
  readonly #listeners = new Set<() => void>()

  /** Milliseconds; ahead is positive. Several add up. */
  offMs(): number {
    let sum = 0
    for (const [offMs = 0] of this.#offs) sum += offMs
    return sum
  }

  get isQuiet(): boolean {
    return this.#offs.size === 0
  }

  /** Returns a function that detaches it. */
  attach(offMs: number): () => void {
    const own = [offMs]
    this.#offs.add(own)
    this.#tell()
    return () => {
      if (this.#offs.delete(own)) this.#tell()
    }
  }

  /** Hears that the clock was put wrong or right. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The time that the platform takes for its own. */
export type ReportedTime = {
  /** Announced platform time, epoch milliseconds. */
  platformNow(): number
  /** The machine's clock as the platform reads it; timers are true. */
  host: HostClock
}

export function reportedTimeOf(
  faults: ClockFaults,
  host: HostClock,
  platform: Pick<PlatformClock, 'now'>,
): ReportedTime {
  return {
    platformNow: () => platform.now() + faults.offMs(),
    host: { ...host, now: () => host.now() + faults.offMs() },
  }
}
