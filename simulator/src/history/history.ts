/**
 * The past of any device at any moment of the last 180 days: the port that areas read. Our own devices' past follows
 * from the world and the overlay log, as far as it was received by the moment asked from; foreign devices' rows were
 * stored. Nothing after the platform's present is answered.
 */

import type { Quantity } from '../world/types.ts'
import type { AlarmDraft } from './alarm-draft.ts'

/** A position that was received. Times are epoch milliseconds of the device's own clock. */
export type TrackPoint = {
  atMs: number
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  /** Odometer and tank where the device knows them. */
  mileageKm?: number
  fuelL?: number
  accOn?: boolean
  satellites?: number
  /** Came after its time, in a batch. */
  late: boolean
}

/** One report of a station: every quantity that it measures. */
export type ReadingRow = {
  atMs: number
  values: readonly { quantity: Quantity; code: string; value: number; flag?: string }[]
  late: boolean
}

/** A stretch of one state; the stretches tile the given span. */
export type OnlineSpan = { fromMs: number; toMs: number; online: boolean }

export type Recording = {
  /** Stable name of the file. */
  fid: string
  sn: string
  chnId: number
  startMs: number
  endMs: number
  sizeBytes: number
  /** Round the clock by plan, or because of an alarm. */
  cause: 'plan' | 'alarm'
  source: RecordingSource
}

/** Where recordings lie: on the media server, or on the device's own disk. */
export type RecordingSource = 'server' | 'device'

/** How long files are at a moment, and until when that holds. */
export type PackingAt = (atMs: number) => { packMinutes: number; untilMs: number } | undefined

/** Recording plan that applies from a moment on. */
export type DatedRecordPlan = {
  validFromMs: number
  recordMode: 'always' | 'alarm' | 'off'
  packMinutes: number
  keepDays: number
}

/** Rows of a part of the recalled span, the last one of each `everyMs`. */
export type Recalled<Row> = (fromMs: number, toMs: number, everyMs: number) => Row[]

export type History = {
  /**
   * Positions in [fromMs, toMs), one every `everyMs` (multiples since the epoch). Empty for devices that do not move;
   * undefined for unknown ones.
   */
  trackOf(sn: string, fromMs: number, toMs: number, everyMs: number): TrackPoint[] | undefined
  /** Reports of a station in [fromMs, toMs), the last one of each `everyMs`. */
  readingsOf(sn: string, fromMs: number, toMs: number, everyMs: number): ReadingRow[] | undefined
  /**
   * Positions, and reports, of a span that are not at hand: call it before `trackOf` or `readingsOf`, and then what it
   * resolves with in their place. Undefined: all are at hand.
   */
  recallTrack(sn: string, fromMs: number, toMs: number): Promise<Recalled<TrackPoint> | undefined>
  recallReadings(sn: string, fromMs: number, toMs: number): Promise<Recalled<ReadingRow> | undefined>
  /** Spans that tile [fromMs, toMs), cut at the present. */
  onlineSpansOf(sn: string, fromMs: number, toMs: number): OnlineSpan[] | undefined
  /** Recordings that touch [fromMs, toMs), by start. `plans`: recording plans of the media server, by their start. */
  recordingsOf(
    sn: string,
    chnId: number,
    fromMs: number,
    toMs: number,
    how?: {
      source?: RecordingSource
      plans?: readonly DatedRecordPlan[]
      /** How the device itself cuts its files at a moment, and until when; undefined: as devices do. */
      packingAt?: PackingAt
    },
  ): Recording[] | undefined
  /** Alarms that a device raised of its incidents in [fromMs, toMs), by start. */
  alarmsOf(sn: string, fromMs: number, toMs: number): AlarmDraft[] | undefined
}

/**
 * The stored past of foreign devices (gateways write it). Each answers undefined for a device that it does not know.
 * The same meaning as in `History`.
 */
export type ForeignHistory = Pick<
  History,
  'trackOf' | 'readingsOf' | 'onlineSpansOf' | 'recallTrack' | 'recallReadings'
> & {
  /** Segments of streams that were published to the platform; left out while nothing records them. */
  recordingsOf?: History['recordingsOf']
}
