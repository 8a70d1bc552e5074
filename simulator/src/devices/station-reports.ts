/** Reports of a station, faults included: a sensor that sticks, a battery that fails, a clock that drifts. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { ParamSection } from '@backlot/contract/sensors/params'
import { CUT_OFF_VOLTS, restingVolts } from '../world/air/battery-volts.ts'
import { hash32 } from '../world/hash.ts'
import type { Air, Quantity } from '../world/types.ts'
import { batteryLoss } from './battery-loss.ts'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import type { StationFamily } from './device-kind.ts'
import { type ActiveFault, faultAt } from './fault-state.ts'
import { KINDS } from './kinds.ts'
import { signalLoss } from './radio-signal.ts'
import { clockDriftMs, receivedMs } from './report-times.ts'
import { absentAt } from './sensor-bus.ts'
import { systemVolts } from './solar-station/solar-station.ts'
import { quantitiesOf, roundedTo, type Station, valuesInto } from './station-models.ts'

/** Parameters of a station, by its family. */
const PARAM_SECTIONS: Readonly<Record<StationFamily, ParamSection>> = {
  hjt212: 'sensorParam',
  solar: 'solarParam',
  agriculture: 'agricultureParam',
  gas: 'gasParam',
}

const STREAM = { stuck: 2111 }
/** Charge at which a failing battery ends. */
const LEAST_PERCENT = 4

export type StationReport = {
  /** The station's own time of the report, epoch milliseconds of a whole second: the resolution of wires. */
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

/** The report of a moment, of a station that is online then. */
export function stationReportAt(air: Air, station: ReportingStation, epochMs: number): StationReport {
  const { seed, entity, commands } = station
  const quantities = quantitiesOf(station.kind, station.model)
  const values: number[] = []
  valuesInto(air, station, epochMs, quantities, values)
  const stuck = faultAt(seed, entity, 'stuckSensor', epochMs, commands)
  if (stuck) stick(air, station, stuck, quantities, values)
  if (KINDS[station.kind].onBattery) weaken(air, station, epochMs, quantities, values)
  if (KINDS[station.kind].hasSolarPlant) switchLoad(commands, epochMs, quantities, values)
  const absent = absentAt(station, commands, epochMs)
  return {
    ...(absent ? { absent } : {}),
    ...(isMaintained(station.kind, commands, epochMs) ? { flag: 'M' as const } : {}),
    atMs: Math.floor((epochMs + clockDriftMs(station, epochMs)) / 1000) * 1000,
    receivedMs: receivedMs(station, epochMs),
    values,
  }
}

const LOAD_QUANTITIES = ['solarRemainingPower', 'solarBatteryVoltage', 'solarOutputCurrent'] as const

/** Whether a solar station's controller feeds its load: switched on, enough charge, enough volts. */
export function isLoadFed(air: Air, station: ReportingStation, epochMs: number): boolean {
  const values: number[] = []
  valuesInto(air, station, epochMs, LOAD_QUANTITIES, values)
  weaken(air, station, epochMs, LOAD_QUANTITIES, values)
  switchLoad(station.commands, epochMs, LOAD_QUANTITIES, values)
  return values[2]! > 0
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

/** One quantity keeps the reading of when it stuck. */
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
  air: Air,
  station: ReportingStation,
  epochMs: number,
  quantities: readonly Quantity[],
  values: number[],
): void {
  const { seed, entity, commands } = station
  const lostDb = signalLoss(seed, entity, epochMs, commands)
  const signalAt = quantities.indexOf('solarSignal')
  if (signalAt >= 0 && lostDb > 0) {
    values[signalAt] = roundedTo(Math.max(0, values[signalAt]! - lostDb / 2), 'solarSignal')
  }
  const chargeAt = quantities.indexOf('solarRemainingPower')
  if (chargeAt < 0) return
  const lostPercent = batteryLoss(air, station, epochMs)
  if (lostPercent === 0) return
  const well = values[chargeAt]!
  const left = Math.max(Math.min(well, LEAST_PERCENT), well - lostPercent)
  const lostVolts = restingVolts(well / 100) - restingVolts(left / 100)
  const per12 = systemVolts(entity, station.model) / 12
  const voltsAt = quantities.indexOf('solarBatteryVoltage')
  const outputAt = quantities.indexOf('solarOutputCurrent')
  values[chargeAt] = roundedTo(left, 'solarRemainingPower')
  values[voltsAt] = roundedTo(values[voltsAt]! - lostVolts * per12, 'solarBatteryVoltage')
  // Its controller lets go of the load.
  if (restingVolts(left / 100) <= CUT_OFF_VOLTS) values[outputAt] = 0
}

/** Whether somebody works on a station: its values are marked M. */
function isMaintained(kind: DeviceKind, commands: readonly DeviceCommand[], epochMs: number): boolean {
  const { family } = KINDS[kind]
  return (
    commands.length > 0 &&
    family !== undefined &&
    configAt(commands, PARAM_SECTIONS[family], epochMs).maintenance
  )
}
