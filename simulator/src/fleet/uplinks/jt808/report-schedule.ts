import { PARAMETER_IDS } from '../../../wire/jt808/parameter-types.ts'
import type { MakersSettings, TerminalSettings } from './terminal-settings.ts'

export type ScheduleOptions = {
  /**
   * Offset of reports of platform time from multiples of their interval; omitted: of the moments when they are made.
   */
  reportPhaseMs?(intervalMs: number): number
}

export type ReportScheduleDeps = {
  /** Milliseconds of the host's clock, and of the platform's. */
  hostNow(): number
  platformNow(): number
  options: Pick<MakersSettings, 'reportIntervalS'> & ScheduleOptions
}

/** When a terminal reports: at the interval that is set, on the beat of platform time where it has one. */
export class ReportSchedule {
  readonly #deps: ReportScheduleDeps
  readonly #settings: TerminalSettings
  #nextMs: number
  /** Moment on the beat of the report that was due last, and of the last one that was made. */
  #dueMs: number | undefined
  #reportedMs = Number.NaN
  /** The platform wants more reports for a while. */
  #tracking: { intervalMs: number; untilMs: number } | undefined

  /** Without a beat, the first report comes after `spreadMs`. */
  constructor(deps: ReportScheduleDeps, settings: TerminalSettings, spreadMs: number) {
    this.#deps = deps
    this.#settings = settings
    const intervalMs = deps.options.reportIntervalS * 1000
    const platformMs = deps.platformNow()
    const beatMs = this.#beatAt(platformMs, intervalMs)
    this.#nextMs = deps.hostNow() + (beatMs === undefined ? spreadMs : beatMs + intervalMs - platformMs)
  }

  /** When the next report is due, host milliseconds. */
  get nextMs(): number {
    return this.#nextMs
  }

  /** The platform moment of the report that is due, and the next one is awaited; undefined: it was made already. */
  take(nowMs: number, platformMs: number): number | undefined {
    const intervalMs = this.#intervalMs(nowMs)
    // After a pause the beat is taken up where it would be.
    const behind = Math.floor((nowMs - this.#nextMs) / intervalMs)
    const beatMs = this.#tracking ? undefined : this.#beatAt(platformMs, intervalMs)
    this.#nextMs =
      beatMs === undefined
        ? this.#nextMs + (behind + 1) * intervalMs
        : nowMs + beatMs + intervalMs - platformMs
    this.#dueMs = beatMs
    return beatMs === this.#reportedMs ? undefined : (beatMs ?? platformMs)
  }

  /** The report that was due last was made. */
  made(): void {
    if (this.#dueMs !== undefined) this.#reportedMs = this.#dueMs
  }

  /** Other reports for a while; an interval of 0 ends that. */
  track(intervalMs: number, validityMs: number): void {
    const nowMs = this.#deps.hostNow()
    this.#tracking = intervalMs === 0 ? undefined : { intervalMs, untilMs: nowMs + validityMs }
    this.#nextMs = nowMs + this.#intervalMs(nowMs)
  }

  /** Follows the settings from now on. */
  settingsChanged(nowMs: number): void {
    const platformMs = this.#deps.platformNow()
    const intervalMs = this.#intervalMs(nowMs)
    const beatMs = this.#tracking ? undefined : this.#beatAt(platformMs, intervalMs)
    this.#nextMs =
      beatMs === undefined
        ? Math.min(this.#nextMs, nowMs + intervalMs)
        : nowMs + beatMs + intervalMs - platformMs
  }

  /** The last moment on the beat by a moment of platform time; undefined when there is no such beat. */
  #beatAt(platformMs: number, intervalMs: number): number | undefined {
    const phaseMs = this.#deps.options.reportPhaseMs?.(intervalMs)
    if (phaseMs === undefined) return undefined
    return Math.floor((platformMs - phaseMs) / intervalMs) * intervalMs + phaseMs
  }

  #intervalMs(nowMs: number): number {
    if (this.#tracking && nowMs >= this.#tracking.untilMs) this.#tracking = undefined
    if (this.#tracking) return this.#tracking.intervalMs
    return this.#settings.number(PARAMETER_IDS.reportIntervalS, 1, 86_400, 10) * 1000
  }
}
