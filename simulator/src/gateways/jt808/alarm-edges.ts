/** Alarm bits of positions as alarms of the platform: one when a bit rises, none while it stays set. */
import { ALARM_BITS, type AlarmBit } from '../../wire/jt808/alarm-bits.ts'

export type BitAlarm = { bit: number; type: string; subType: string }

/** Bits that operators see; faults of displays, cards and the like are in the packet log alone. */
const TYPES: Readonly<Partial<Record<AlarmBit, readonly [type: string, subType: string]>>> = {
  sos: ['IoAlarm', 'SOS'],
  overspeed: ['VehicleAlarm', 'Overspeed'],
  fatigue: ['VehicleAlarm', 'Fatigue'],
  danger: ['VehicleAlarm', 'Danger'],
  gnssFault: ['VehicleAlarm', 'GpsLost'],
  antennaCut: ['DeviceAlarm', 'AntennaFault'],
  antennaShort: ['DeviceAlarm', 'AntennaFault'],
  undervoltage: ['DeviceAlarm', 'LowBattery'],
  powerLoss: ['DeviceAlarm', 'PowerLoss'],
  cameraFault: ['VideoAlarm', 'VideoLoss'],
  dayOvertime: ['VehicleAlarm', 'DayOvertime'],
  parkingOvertime: ['VehicleAlarm', 'ParkingOvertime'],
  deviation: ['VehicleAlarm', 'RouteDeviation'],
  fuelAbnormal: ['VehicleAlarm', 'FuelAbnormal'],
  stolen: ['VehicleAlarm', 'Stolen'],
  ignition: ['VehicleAlarm', 'IllegalIgnition'],
  moved: ['VehicleAlarm', 'IllegalMove'],
  collision: ['VehicleAlarm', 'Collision'],
  rollover: ['VehicleAlarm', 'Rollover'],
  doorOpened: ['IoAlarm', 'DoorOpen'],
}
/** The extra item 0x12 distinguishes in and out. */
const AREA_BITS = [ALARM_BITS.area, ALARM_BITS.route]

/** The alarm of a bit; `direction` of an area alarm: 0 in, 1 out. */
export function alarmOfBit(bit: number, direction?: number): BitAlarm | undefined {
  if (AREA_BITS.some((area) => area === bit)) {
    return { bit, type: 'VehicleAlarm', subType: direction === 1 ? 'GeofenceOut' : 'GeofenceIn' }
  }
  const name = (Object.keys(ALARM_BITS) as AlarmBit[]).find((key) => ALARM_BITS[key] === bit)
  const found = name && TYPES[name]
  return found && { bit, type: found[0], subType: found[1] }
}

/** A report: its time, its alarm word, and which bits of it were raised as alarms. */
type Point = { atMs: number; word: number; raised: number }

/** A bit that rises: with the report itself, or with one of `atMs` that came before it and is later than it. */
export type Rise = { bit: number; atMs?: number }

/** Reports of a terminal that are remembered; more where the word changes, which keeps its place longer. */
const POINTS_MAX = 32

/**
 * Which bits of the alarm word rise, over all connections of a terminal. Reports come in any order: live ones, ones that
 * were sent again, backlogs. Each is compared with the one before it in time, not with the one that came before it.
 */
export class AlarmEdges {
  readonly #points = new Map<string, Point[]>()

  /**
   * Alarm bits that a report raises. `atMs` is undefined where its time cannot be right: such a report follows the
   * newest one. Of several reports of the same moment the one that arrived later counts as later.
   */
  risen(sn: string, word: number, atMs: number | undefined): Rise[] {
    let points = this.#points.get(sn)
    if (!points) {
      points = []
      this.#points.set(sn, points)
    }
    const at = atMs ?? points.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY
    const place = points.findLastIndex((point) => point.atMs <= at) + 1
    const rose = word & ~(points[place - 1]?.word ?? 0)
    const rises: Rise[] = bitsOf(rose).map((bit) => ({ bit }))
    const next = points[place]
    if (next) {
      // A bit that seemed set until then rose there.
      const alsoRose = next.word & ~word & ~next.raised
      next.raised |= alsoRose
      rises.push(...bitsOf(alsoRose).map((bit) => ({ bit, atMs: next.atMs })))
    }
    points.splice(place, 0, { atMs: at, word, raised: rose })
    if (points.length > POINTS_MAX) forgetOne(points, place)
    return rises
  }

  /** The terminal is the platform's no more. */
  forget(sn: string): void {
    this.#points.delete(sn)
  }

  /** The platform's clock jumped: new reports are not compared with earlier ones. */
  forgetAll(): void {
    this.#points.clear()
  }
}

/** Removes the oldest report between two with the same word, else the oldest, but not the newcomer. */
function forgetOne(points: Point[], newcomer: number): void {
  const idle = points.findIndex(
    ({ word }, i) => i !== newcomer && points[i - 1]?.word === word && points[i + 1]?.word === word,
  )
  points.splice(idle >= 0 ? idle : newcomer === 0 ? 1 : 0, 1)
}

function bitsOf(word: number): number[] {
  const bits: number[] = []
  for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) bits.push(bit)
  return bits
}
