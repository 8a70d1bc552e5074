/** What a station sends, faults and all: a sensor that sticks, a battery that fails, a clock that drifts. */

import { CUT_OFF_VOLTS, restingVolts } from '../world/air/battery-volts.ts'
import { hash32 } from '../world/hash.ts'
import type { Air, Quantity } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import { DEVICE_MODELS } from './device-models.ts'
import { type ActiveFault, faultAt } from './fault-state.ts'
import { signalLoss } from './radio-signal.ts'
import { clockDriftMs, receivedMs } from './report-times.ts'
import { absentAt } from './sensor-bus.ts'
import { systemVolts } from './solar-station.ts'
import { quantitiesOf, roundedTo, type Station, valuesInto } from './station-models.ts'
import { isMaintained } from './station-params.ts'

const STREAM = { stuck: 2111 }
const HOUR_MS = 3_600_000
/** Percentage points an hour that a failing battery loses, and what is left of it in the end. */
const BATTERY_LOSS = { pointsAnHour: 12, leastPercent: 4 }

export type StationReport = {
  /** The station's own time of the report, epoch milliseconds of a whole second: wires tell no more. */
  atMs: number
  /** When the platform had it. */
  receivedMs: number
  /** In the order of `quantitiesOf`. */
  values: number[]
  /** Mark of HJ 212 on all of them; left out: good data. */
  flag?: 'M'
  /** Quantities that its line does not bring it: their values are not sent. Left out: it has all. */
  absent?: ReadonlySet<Quantity>
}

export type ReportingStation = Station & { seed: number; commands: readonly DeviceCommand[] }

/** The report of a moment, of a station that is on line then. */
export function stationReportAt(air: Air, station: ReportingStation, epochMs: number): StationReport {
  const { seed, entity, commands } = station
  const quantities = quantitiesOf(station.kind, station.model)
  const values: number[] = []
  valuesInto(air, station, epochMs, quantities, values)
  const stuck = faultAt(seed, entity, 'stuckSensor', epochMs, commands)
  if (stuck) stick(air, station, stuck, quantities, values)
  if (DEVICE_MODELS[station.kind].onBattery) weaken(station, epochMs, quantities, values)
  if (station.kind === 'solarStation') switchLoad(commands, epochMs, quantities, values)
  const absent = absentAt(station, commands, epochMs)
  return {
    ...(absent ? { absent } : {}),
    ...(isMaintained(station.kind, commands, epochMs) ? { flag: 'M' as const } : {}),
    atMs: Math.floor((epochMs + clockDriftMs(station, epochMs)) / 1000) * 1000,
    receivedMs: receivedMs(station, epochMs),
    values,
  }
}

/** The load of a solar station draws nothing while it is switched off, or below the charge that was set. */
function switchLoad(
  commands: readonly DeviceCommand[],
  epochMs: number,
  quantities: readonly Quantity[],
  values: number[],
): void {
  const { loadOn, cutOffPercent } = configAt(commands, 'solarParam', epochMs)
  const charge = values[quantities.indexOf('solarRemainingPower')] ?? 100
  const outputAt = quantities.indexOf('solarOutputCurrent')
  if ((!loadOn || charge < cutOffPercent) && outputAt >= 0) values[outputAt] = 0
}

/** One quantity reads what it read when it stuck. */
function stick(
  air: Air,
  station: ReportingStation,
  fault: ActiveFault,
  quantities: readonly Quantity[],
  values: number[],
): void {
  const drawn = hash32(station.seed, station.entity, STREAM.stuck, Math.floor(fault.fromMs))
  const which = Math.abs(Math.floor(fault.amount ?? drawn)) % quantities.length
  const then: number[] = []
  valuesInto(air, station, fault.fromMs, quantities, then)
  values[which] = then[which]!
}

/** A battery that fails shows in its charge and volts; a weak radio in its signal. */
function weaken(
  station: ReportingStation,
  epochMs: number,
  quantities: readonly Quantity[],
  values: number[],
): void {
  const { seed, entity, commands } = station
  const lostDb = signalLoss(seed, entity, epochMs, commands)
  const battery = faultAt(seed, entity, 'lowBattery', epochMs, commands)
  const lostPercent = battery
    ? ((battery.amount ?? BATTERY_LOSS.pointsAnHour) * (epochMs - battery.fromMs)) / HOUR_MS
    : 0
  const chargeAt = quantities.indexOf('solarRemainingPower')
  const charge = Math.max(0, (values[chargeAt] ?? 0) - lostPercent) / 100
  quantities.forEach((quantity, i) => {
    const value = values[i]!
    if (quantity === 'solarSignal') values[i] = roundedTo(Math.max(0, value - lostDb / 2), quantity)
    if (!battery) return
    if (quantity === 'solarRemainingPower') {
      const least = Math.min(value, BATTERY_LOSS.leastPercent)
      values[i] = roundedTo(Math.max(least, value - lostPercent), quantity)
    }
    if (quantity === 'solarBatteryVoltage') {
      const per12 = systemVolts(entity, station.model) / 12
      values[i] = roundedTo(Math.min(value, restingVolts(charge) * per12), quantity)
    }
    // Its controller lets go of the load.
    if (quantity === 'solarOutputCurrent' && restingVolts(charge) <= CUT_OFF_VOLTS) values[i] = 0
  })
}
