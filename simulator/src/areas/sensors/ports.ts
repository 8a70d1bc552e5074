import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { Named } from '../language.ts'

export type ReadingFamily = 'hjt212' | 'solar' | 'agriculture' | 'gas'

/** One reading as the platform received it last. */
export type ReceivedReading = {
  code: string
  name: Named
  /** Folder of its icon. */
  icon: string
  /** Epoch milliseconds, platform time. */
  atMs: number
  value: number
  unit: string
  /** Mark of HJ 212; left out: good data. */
  flag?: string
  decimals?: number
}

/** What stations reported last. */
export type ReadingsPort = {
  /** Last readings of a device; undefined when it has none of that family. */
  latest(sn: string, family: ReadingFamily, nowMs: number): readonly ReceivedReading[] | undefined
}

/** Whether a device is there and in a scope. */
export type SensorScopePort = { mayUse(sn: string, scope: ScopeIntervals): boolean }

/** A quantity that a station measures. */
export type PastQuantity = { code: string; name: Named; icon: string; unit: string; decimals: number }
/** One report: values by code. */
export type PastReport = {
  atMs: number
  values: readonly { code: string; value: number; flag?: string }[]
}

/** What stations reported in the past. */
export type StationPastPort = {
  /** What a station of that family measures; undefined for others. */
  quantitiesOf(sn: string, family: ReadingFamily): readonly PastQuantity[] | undefined
  /** Reports in [fromMs, toMs), the last one of each `everyMs`. */
  reportsOf(sn: string, fromMs: number, toMs: number, everyMs: number): readonly PastReport[]
}

export type StationNamePort = { device(sn: string): { name: Named } | undefined }
