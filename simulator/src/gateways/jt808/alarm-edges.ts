/** Alarm bits of positions as alarms of the platform: one when a bit rises, none while it stands. */
import { ALARM_BITS, type AlarmBit } from '../../wire/jt808/alarm-bits.ts'

export type BitAlarm = { bit: number; type: string; subType: string }

/** Bits that an operator is told of; faults of displays, cards and the like are in the packet log alone. */
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
/** In or out is told by the extra item 0x12. */
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

type Memory = { word: number; atMs: number; lateWord: number; lateMs: number }

/** Remembers each terminal's alarm word over its connections. */
export class AlarmEdges {
  readonly #memory = new Map<string, Memory>()

  /**
   * Bits that rose with a report. A report older than the newest one belongs to a backlog, which is followed by
   * itself from where the line was cut.
   */
  risen(sn: string, word: number, atMs: number): number[] {
    const memory = this.#memory.get(sn)
    if (!memory) {
      this.#memory.set(sn, { word, atMs, lateWord: word, lateMs: Number.NEGATIVE_INFINITY })
      return bitsOf(word)
    }
    if (atMs >= memory.atMs) {
      const rose = word & ~memory.word
      memory.word = word
      memory.atMs = atMs
      return bitsOf(rose)
    }
    if (atMs <= memory.lateMs) return []
    const rose = word & ~memory.lateWord
    memory.lateWord = word
    memory.lateMs = atMs
    return bitsOf(rose)
  }

  /** The terminal is the platform's no more. */
  forget(sn: string): void {
    this.#memory.delete(sn)
  }

  /** The line was cut: a backlog to come goes on from here. */
  cut(sn: string): void {
    const memory = this.#memory.get(sn)
    if (!memory) return
    memory.lateWord = memory.word
    memory.lateMs = memory.atMs
  }
}

function bitsOf(word: number): number[] {
  const bits: number[] = []
  for (let bit = 0; bit < 32; bit++) if ((word >>> bit) & 1) bits.push(bit)
  return bits
}
