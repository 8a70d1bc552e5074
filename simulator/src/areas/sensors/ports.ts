import type { ConfigOf } from '@backlot/contract/device-config/entities'
import type { QuantityLimits } from '@backlot/contract/sensors/default-limits'
import type { ParamSection } from '@backlot/contract/sensors/params'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { DeviceCondition } from '../../devices/device-condition.ts'
import type { Named } from '../../kernel/language.ts'

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

/** Last readings of stations. */
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

/** Past readings of stations. */
export type StationPastPort = {
  /** Quantities that a station of that family measures; undefined for others. */
  quantitiesOf(sn: string, family: ReadingFamily): readonly PastQuantity[] | undefined
  /** Reports in [fromMs, toMs), the last one of each `everyMs`. */
  reportsOf(sn: string, fromMs: number, toMs: number, everyMs: number): readonly PastReport[]
  /** Reports of a span that are not at hand, for `reportsOf` in its place; undefined: all are. */
  recallReports(
    sn: string,
    fromMs: number,
    toMs: number,
  ): Promise<((fromMs: number, toMs: number, everyMs: number) => readonly PastReport[]) | undefined>
}

export type StationNamePort = { device(sn: string): { name: Named } | undefined }

/** Where a station measures a quantity, when it measures at several points. */
export type ReadingPointPort = {
  pointOf(sn: string, code: string): { id: number; name: Named } | undefined
  /** Limits of the point itself. */
  limitsAt(sn: string, code: string): QuantityLimits | undefined
}

export type WireField = { key: string; name: Named; value: string; note?: Named }

/** A raw packet of a station's wire, with its meaning. */
export type WirePacket = {
  atMs: number
  direction: 'in' | 'out'
  text: string
  problem?: string
  decoded?: {
    cn: string
    command: Named
    st: string
    system: Named
    qn: string | undefined
    mn: string | undefined
    flag: number | undefined
    deviations: readonly string[]
    fields: readonly WireField[]
  }
}

export type WireAnswer = {
  qn: string
  result: 'done' | 'refused' | 'failed' | 'silent'
  code: number | undefined
  words: Named
  packets: readonly (readonly WireField[])[]
}

/** The wire of HJ 212 stations. */
export type StationWirePort = {
  /** The platform has such a gateway. */
  isOpen(): boolean
  isConnected(sn: string): boolean
  /** Newest first. */
  packetsOf(sn: string): readonly WirePacket[]
  /** Sends a request and waits for its end; undefined when the station cannot be reached. */
  request(
    sn: string,
    cn: string,
    items: readonly (readonly [name: string, value: string | number])[],
  ): Promise<WireAnswer | undefined>
}

/** Stations that use HJ 212, and whether they are online. */
export type WiredStationPort = { find(sn: string): { online: boolean } | undefined }

/** A station as needed for its settings. */
export type SetStation = {
  online: boolean
  /** It came to a gateway by itself: nothing that is set here reaches it. */
  foreign: boolean
  condition: DeviceCondition
  installedMs: number
}

export type OwnStationSetting = {
  name: string
  title: Named
  unit: string
  min: number
  max: number
  initial: number
  value: number
}

/** Parameters of stations, and setting them. */
export type StationParamsPort = {
  /** A station of a family; undefined for others. */
  find(sn: string, family: ReadingFamily, atMs: number): SetStation | undefined
  param<S extends ParamSection>(sn: string, section: S, atMs: number): ConfigOf<S>
  /** Sends settings to the station: they hold when the promise resolves. */
  set<S extends ParamSection>(sn: string, section: S, config: ConfigOf<S>, atMs: number): Promise<void>
  /** Settings of its kind, with their present values, in the order of the kind file. */
  own(sn: string, atMs: number): OwnStationSetting[]
  /** Sets some of them: they hold when the promise resolves. */
  setOwn(sn: string, values: Readonly<Record<string, number>>, atMs: number): Promise<void>
  /** Whether it answers: it is online, and not silent. */
  answers(sn: string, atMs: number): 'yes' | 'offline' | 'silent'
}
