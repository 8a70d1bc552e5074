/**
 * Gas detectors near a leak that people made: each warns while its reading is past a level, low and high apart. Found
 * by walking its readings through the time in which the leak is felt.
 */
import type { GasParam } from '@backlot/contract/sensors/params'
import type { DeviceCommand } from '../devices/commands.ts'
import { configAt } from '../devices/device-config.ts'
import { KINDS } from '../devices/kinds.ts'
import { quantitiesOf } from '../devices/station-models.ts'
import { stationReportAt } from '../devices/station-reports.ts'
import type { Device } from '../fleet/device.ts'
import { INCIDENT_REACH_M, incidentStrength } from '../world/air/air-context.ts'
import { GASES, leakShare } from '../world/air/gas-table.ts'
import { mostOfPlume, SPREADS } from '../world/air/plume.ts'
import { projectionAt } from '../world/city/projection.ts'
import { FELT_AFTER_MS } from '../world/incidents/envelope.ts'
import type { Active } from '../world/interventions.ts'
import type { Incident, SkyState } from '../world/types.ts'
import { alarmOfIncident } from './alarm-types/alarm-types.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'

/** A detector looks that often; coarser through leaks of hours. */
export const LOOK_MS = 5000
const LOOKS_AT_MOST = 1500
/** After a leak has ended its gas is still on its way. */
const TRAVEL_MS = 40 * 60_000
/** An alarm is over when the reading is back below its level by this much. */
export const HYSTERESIS = 0.9
/** A leak below this share of the concentration that makes a detector warn is skipped. */
const MARGIN = 0.7

export type LeakAlarms = {
  /** Alarms that touch [fromMs, toMs]. */
  touching(fromMs: number, toMs: number): DeviceAlarm[]
  /** Discards cached results: commands or interventions have changed. */
  forget(): void
}

export function createLeakAlarms(sources: AlarmSources): LeakAlarms {
  const { world, directory } = sources
  const projection = projectionAt(world.city.longitude, world.city.latitude)
  const found = new Map<number, readonly DeviceAlarm[]>()

  function alarmsOf(leak: Active<'leak'>): readonly DeviceAlarm[] {
    const known = found.get(leak.seq)
    if (known) return known
    const { x, y } = projection.toLocal(leak.longitude, leak.latitude)
    const strengthAt = strengthOf(sources, leak, { x, y })
    const alarms = detectorsNear(leak, x, y).flatMap((device) => walked(sources, leak, device, strengthAt))
    found.set(leak.seq, alarms)
    return alarms
  }

  /** Own detectors that the leak can reach with as much as they warn of, whatever the wind does. */
  function detectorsNear({ gas, severity, endMs }: Active<'leak'>, x: number, y: number): Device[] {
    const near: Device[] = []
    for (let slot = 0; slot < directory.slotLimit(); slot++) {
      const device = directory.device(slot)
      if (!device || !KINDS[device.kind].watchesGas || device.foreign) continue
      const [dx, dy] = [device.x - x, device.y - y]
      if (Math.abs(dx) >= INCIDENT_REACH_M || Math.abs(dy) >= INCIDENT_REACH_M) continue
      const levels = lowestLevels(gas, sources.commands.commandsOf(device.sn), endMs + TRAVEL_MS)
      if (mayWarn(gas, levels, leakShare(severity) * mostOfPlume(SPREADS.gas, dx, dy))) near.push(device)
    }
    return near
  }

  return {
    touching(fromMs, toMs) {
      const leaks = world.interventions.touching('leak', fromMs - TRAVEL_MS, toMs)
      return leaks.flatMap(alarmsOf).filter(({ startMs, endMs }) => startMs <= toMs && endMs >= fromMs)
    },
    forget: () => found.clear(),
  }
}

/** The alarms of one detector in one leak. */
function walked(
  { world, directory, commands }: AlarmSources,
  leak: Active<'leak'>,
  device: Device,
  strengthAt: (device: Device, atMs: number) => number,
): DeviceAlarm[] {
  const { gas } = leak
  const { type, subType } = alarmOfIncident({ kind: 'gasLeak', gas })!
  const station = { ...device, seed: world.seed, commands: commands.commandsOf(device.sn) }
  const place = quantitiesOf(device.kind, device.model).indexOf(GASES[gas].quantity)
  const untilMs = leak.endMs + FELT_AFTER_MS + TRAVEL_MS
  const lookMs = Math.max(LOOK_MS, Math.ceil((untilMs - leak.atMs) / LOOKS_AT_MOST / 1000) * 1000)
  const alarms: DeviceAlarm[] = []
  const open: Partial<Record<'low' | 'high', DeviceAlarm>> = {}
  for (let atMs = leak.atMs; atMs <= untilMs; atMs += lookMs) {
    if (device.sinceMs !== undefined && atMs < device.sinceMs) continue
    const levels = configAt(station.commands, 'gasParam', atMs).levels[gas]
    // Far from any level its reading need not be worked out.
    if (!open.low && !open.high && !mayWarn(gas, levels, strengthAt(device, atMs))) continue
    const value = stationReportAt(world.air, station, atMs).values[place]!
    for (const level of ['low', 'high'] as const) {
      const alarm = open[level]
      if (alarm) {
        alarm.endMs = atMs
        if (isPast(gas, levels, level, value, HYSTERESIS)) continue
        open[level] = undefined
      } else if (isPast(gas, levels, level, value, 1)) {
        const made: DeviceAlarm = {
          device,
          chnId: alarmChannel(directory, device, false),
          alarmSeq: `gas-c${leak.seq}-${device.id}-${level}-${Math.round((atMs - leak.atMs) / 1000)}`,
          type,
          subType,
          quantity: GASES[gas].quantity,
          startMs: atMs,
          endMs: atMs,
          commanded: true,
        }
        open[level] = made
        alarms.push(made)
      }
    }
  }
  return alarms
}

/** Strength of a leak at a device, 0 … 1; the sky of each moment is computed once. */
function strengthOf(
  { world }: AlarmSources,
  leak: Active<'leak'>,
  place: { x: number; y: number },
): (device: Device, atMs: number) => number {
  const incident: Incident = {
    id: '',
    kind: 'gasLeak',
    startMs: leak.atMs,
    endMs: leak.endMs,
    severity: Math.max(0, Math.min(1, leak.severity)),
    gas: leak.gas,
    commanded: true,
    ...place,
  }
  const skies = new Map<number, SkyState>()
  return (device, atMs) => {
    let sky = skies.get(atMs)
    if (!sky) {
      sky = { ...world.sky.at(atMs) }
      skies.set(atMs, sky)
    }
    return incidentStrength(incident, device.x, device.y, atMs, sky)
  }
}

/** Whether a detector may read past its low level where a leak is so strong; its own noise is less than the margin. */
export function mayWarn(gas: Active<'leak'>['gas'], { low }: Levels, strength: number): boolean {
  const { usual, leakAdds } = GASES[gas]
  return strength * Math.abs(leakAdds) > MARGIN * Math.abs(low - usual)
}

export type Levels = { low: number; high: number }

/** The levels of a gas that are passed first, of all that are set on a detector by a moment. */
function lowestLevels(
  gas: keyof GasParam['levels'],
  commands: readonly DeviceCommand[],
  untilMs: number,
): Levels {
  const { usual } = GASES[gas]
  const set = commands.flatMap(({ kind, atMs }) =>
    kind === 'configSet' && atMs <= untilMs ? configAt(commands, 'gasParam', atMs).levels[gas] : [],
  )
  const all = [configAt([], 'gasParam', 0).levels[gas], ...set]
  return all.reduce((first, one) => (Math.abs(one.low - usual) < Math.abs(first.low - usual) ? one : first))
}

/** Oxygen that is displaced falls: it has no high level here. */
export function isPast(
  gas: Active<'leak'>['gas'],
  levels: Levels,
  level: 'low' | 'high',
  value: number,
  factor: number,
): boolean {
  if (gas === 'o2') return level === 'low' && value - (1 - factor) < levels.low
  return value >= levels[level] * factor
}
