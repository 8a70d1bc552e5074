import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Language, Named } from '../../kernel/language.ts'

/** Alarms of one type at one device while it belonged to one group. Names as they were then. */
export type AlarmSum = {
  type: string
  groupId: number
  sn: string
  zh: string
  en: string
  total: number
  open: number
}

export type AlarmSumsPort = {
  /** Alarms that started in [fromMs, beforeMs), within a scope. */
  sums(span: { fromMs: number; beforeMs: number; scope: ScopeIntervals }): readonly AlarmSum[]
  /** A group and the one above it; undefined when it is gone. */
  group(groupId: number): { name: Named; parent: Named | undefined } | undefined
  /** As it is called now; undefined when it is gone. */
  deviceName(sn: string): Named | undefined
}

/** A station of the situation. */
export type AirStationRecord = {
  sn: string
  name: Named
  longitude: number | undefined
  latitude: number | undefined
  /** Last readings by code; undefined when it was never heard. */
  readings: readonly { code: string; atMs: number; value: number }[] | undefined
}

export type AirPort = {
  /** Serial numbers of the HJ 212 stations in a scope, in tree order. */
  stationsIn(scope: ScopeIntervals): readonly string[]
  station(sn: string, nowMs: number): AirStationRecord
}

export type FlowsPort = {
  /** Serial numbers of the moving online devices in a scope, in tree order. */
  moversIn(scope: ScopeIntervals): readonly string[]
  /** Positions that a device sent in [fromMs, toMs), one every `everyMs`. */
  trackOf(
    sn: string,
    fromMs: number,
    toMs: number,
    everyMs: number,
  ): readonly { atMs: number; longitude: number; latitude: number; speedKmh: number }[]
}

/** The sky over the platform's place. */
export type SkyPort = {
  at(epochMs: number): {
    sunElevationDeg: number
    cloud: number
    rainMmPerHour: number
    windSpeedMs: number
    windFromDeg: number
    temperatureC: number
    humidityPercent: number
    pressureKpa: number
    dust: number
    visibilityM: number
  }
}

export type OpenOrder = {
  id: number
  number: string
  title: string
  sn: string
  /** Its first alarm, as far as that is there. */
  alarm: { sn: string; alarmId: number; alarmSeq: string } | undefined
  creatorName: string
  createdMs: number
}

export type WorkPort = {
  /** Orders within a scope: those not done yet, those made since `todayMs`, and the newest of the former. */
  orders(asked: { todayMs: number; nowMs: number; scope: ScopeIntervals; language: Language }): {
    open: number
    today: number
    list: readonly OpenOrder[]
  }
}

export type MediaSituationPort = {
  /** Streams of devices in a scope, and its video channels. */
  media(scope: ScopeIntervals): { streams: number; viewers: number; channels: number; channelsOnline: number }
  recording(nowMs: number): { recordMode: 'always' | 'alarm' | 'off'; keepDays: number }
  /** The disk that holds the platform's data. */
  disk(): Promise<{ totalBytes: number; freeBytes: number }>
}
