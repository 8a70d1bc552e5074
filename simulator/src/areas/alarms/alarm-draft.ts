import type { StoredResource } from './alarm-row.ts'

export type AlarmPlace = { longitude: number; latitude: number; speedKmh: number; directionDeg: number }

/**
 * An alarm as it comes in. The same sn, chnId and alarmSeq again updates the alarm: its end, what it carries. Times
 * are platform time, epoch milliseconds.
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
  /** Left out: one picture of the nearest camera at the start. */
  resources?: readonly StoredResource[]
  detail?: Readonly<Record<string, unknown>>
  monitorId?: number
  monitorName?: string
  number?: string
  /** The clock went back and passes it again: an alarm that nobody processed begins anew and counts as new. */
  again?: boolean
}

/** A draft with everything filled in, as the writer takes it. Plain data; names follow the table. */
export type AlarmInsert = {
  sn: string
  chn_id: number
  alarm_seq: string
  group_id: number
  dev_name_zh: string
  dev_name_en: string
  chn_name_zh: string
  chn_name_en: string
  monitor_id: number | null
  monitor_name: string | null
  number: string
  type: string
  sub_type: string
  state: number
  alarm_source: number
  start_ms: number
  end_ms: number | null
  start_lon: number | null
  start_lat: number | null
  start_sp: number | null
  start_dir: number | null
  end_lon: number | null
  end_lat: number | null
  end_sp: number | null
  end_dir: number | null
  resource: string
  detail: string | null
  /** Whether it flags its device. */
  flags: number
  again: number
}
