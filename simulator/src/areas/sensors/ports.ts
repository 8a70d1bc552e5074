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
}

/** What stations reported last. */
export type ReadingsPort = {
  /** Last readings of a device; undefined when it has none of that family. */
  latest(sn: string, family: ReadingFamily, nowMs: number): readonly ReceivedReading[] | undefined
}

/** Whether a device is there and in a scope. */
export type SensorScopePort = { mayUse(sn: string, scope: ScopeIntervals): boolean }
