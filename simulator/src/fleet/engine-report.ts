/** Findings of an engine, in columns that one thread can transfer to another without a copy. */

/** Devices that came online or went offline, by slot. */
export type OnlineColumns = { slots: Uint32Array; online: Uint8Array }

/** Positions that moving devices reported, by slot. */
export type FixColumns = {
  slots: Uint32Array
  longitude: Float64Array
  latitude: Float64Array
  /** Epoch milliseconds of the fix. */
  timeMs: Float64Array
  speedKmh: Float32Array
  directionDeg: Float32Array
}

export type EngineReport = { atMs: number; online: OnlineColumns; fixes: FixColumns }

/** Devices given to an engine, in columns. */
export type EngineRows = {
  slots: Uint32Array
  /** Identities of devices in the world's hashes. */
  entities: Uint32Array
  /** Vehicle of the traffic; -1 for a fixed device. */
  traffic: Int32Array
  /** Places in FLEET_PROFILES. */
  profiles: Uint8Array
}

export type Fix = {
  longitude: number
  latitude: number
  timeMs: number
  speedKmh: number
  directionDeg: number
}

/** Columns that grow while a report is written, then are cut to size. */
export class ReportWriter {
  readonly #online: { slots: number[]; online: number[] } = { slots: [], online: [] }
  #fixes = fixColumns(256)
  #fixCount = 0

  online(slot: number, online: boolean): void {
    this.#online.slots.push(slot)
    this.#online.online.push(online ? 1 : 0)
  }

  fix(slot: number, fix: Fix): void {
    if (this.#fixCount === this.#fixes.slots.length) this.#fixes = copyFixes(this.#fixes, this.#fixCount * 2)
    const at = this.#fixCount++
    this.#fixes.slots[at] = slot
    this.#fixes.longitude[at] = fix.longitude
    this.#fixes.latitude[at] = fix.latitude
    this.#fixes.timeMs[at] = fix.timeMs
    this.#fixes.speedKmh[at] = fix.speedKmh
    this.#fixes.directionDeg[at] = fix.directionDeg
  }

  /** The report so far; the writer starts a new one. */
  take(atMs: number): EngineReport {
    const report: EngineReport = {
      atMs,
      online: {
        slots: Uint32Array.from(this.#online.slots),
        online: Uint8Array.from(this.#online.online),
      },
      fixes: cutFixes(this.#fixes, this.#fixCount),
    }
    this.#online.slots.length = 0
    this.#online.online.length = 0
    this.#fixCount = 0
    return report
  }
}

/** Reports of the parts of a fleet as one, by slot: the same however many parts there were. */
export function mergeReports(reports: readonly EngineReport[]): EngineReport {
  const [only] = reports
  if (reports.length === 1 && only) return only
  const online = reports.flatMap(({ online: { slots, online: states } }) =>
    Array.from(slots, (slot, i) => ({ slot, state: states[i]! })),
  )
  online.sort((a, b) => a.slot - b.slot)
  const order = reports.flatMap(({ fixes }) => Array.from(fixes.slots, (slot, i) => ({ slot, fixes, i })))
  order.sort((a, b) => a.slot - b.slot)
  const fixes = fixColumns(order.length)
  order.forEach(({ fixes: from, i }, at) => {
    for (const key of FIX_KEYS) fixes[key][at] = from[key][i]!
  })
  return {
    atMs: Math.max(...reports.map(({ atMs }) => atMs)),
    online: {
      slots: Uint32Array.from(online, ({ slot }) => slot),
      online: Uint8Array.from(online, ({ state }) => state),
    },
    fixes,
  }
}

/** Buffers of a report, to be handed over rather than copied. */
export function buffersOf({ online, fixes }: EngineReport): ArrayBuffer[] {
  const columns = [online.slots, online.online, ...FIX_KEYS.map((key) => fixes[key])]
  return columns.map(({ buffer }) => buffer as ArrayBuffer)
}

const FIX_KEYS = ['slots', 'longitude', 'latitude', 'timeMs', 'speedKmh', 'directionDeg'] as const

function fixColumns(length: number): FixColumns {
  return {
    slots: new Uint32Array(length),
    longitude: new Float64Array(length),
    latitude: new Float64Array(length),
    timeMs: new Float64Array(length),
    speedKmh: new Float32Array(length),
    directionDeg: new Float32Array(length),
  }
}

function cutFixes(columns: FixColumns, length: number): FixColumns {
  return {
    slots: columns.slots.slice(0, length),
    longitude: columns.longitude.slice(0, length),
    latitude: columns.latitude.slice(0, length),
    timeMs: columns.timeMs.slice(0, length),
    speedKmh: columns.speedKmh.slice(0, length),
    directionDeg: columns.directionDeg.slice(0, length),
  }
}

function copyFixes(columns: FixColumns, length: number): FixColumns {
  const wider = fixColumns(length)
  for (const key of FIX_KEYS) wider[key].set(columns[key])
  return wider
}
