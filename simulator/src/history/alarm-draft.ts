import type { ReportedAlarm, StoredResource } from './reported-alarm.ts'

/** Delay after its start until the pictures and the clip of an alarm exist, milliseconds. */
export const EVIDENCE_MS = 8000
/** The clip of an alarm: from before its moment to after it. */
export const CLIP_SPAN_MS = { before: 2000, after: 6000 } as const

export type AlarmPlace = { longitude: number; latitude: number; speedKmh: number; directionDeg: number }

/**
 * An alarm as it comes in. The same sn, chnId and alarmSeq again updates the alarm: its end, its evidence. Times are
 * platform time, epoch milliseconds.
 */
export type AlarmDraft = {
  sn: string
  chnId: number
  alarmSeq: string
  type: string
  subType?: string
  /** 1 start (default), 2 stop. */
  state?: 1 | 2
  /** 0 server, 1 device (default). */
  alarmSource?: 0 | 1
  startMs: number
  endMs?: number
  /** Left out: the device's last known position. */
  start?: AlarmPlace
  end?: AlarmPlace
  /** Omitted: the view of the nearest camera: a picture at the start and, with `evidence`, the following seconds. */
  resources?: readonly StoredResource[]
  /** The seconds after the start have passed (EVIDENCE_MS): another picture and a clip are there too. */
  evidence?: boolean
  detail?: Readonly<Record<string, unknown>>
  /** When it came in, where that was not at its start. */
  receivedMs?: number
  /** Time that the device's clock reported where that cannot be right. */
  deviceTime?: string
  /** Contaminant code of the measured quantity: decides the monitoring point. */
  code?: string
  monitorId?: number
  monitorName?: string
  number?: string
  /** The clock went back and passes it again: an alarm that nobody processed restarts and counts as new. */
  again?: boolean
}

/** A draft with everything filled in, as the writer takes it. Plain data; names follow the table. */
export type AlarmInsert = ReportedAlarm & {
  /** Whether it flags its device. */
  flags: number
  again: number
}
