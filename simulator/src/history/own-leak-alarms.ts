/**
 * Alarms of a leak that came by itself, of its detector. With the factory levels it is one alarm, from when the reading
 * passes the low level to when it is back (world/incidents/envelope.ts knows both). Once other levels are set, the
 * readings are compared with those: low and high apart.
 */
import { configAt } from '../devices/device-config.ts'
import { quantitiesOf } from '../devices/station-models.ts'
import { stationReportAt } from '../devices/station-reports.ts'
import { incidentStrength } from '../world/air/air-context.ts'
import { GASES } from '../world/air/gas-table.ts'
import { FELT_AFTER_MS, FELT_BEFORE_MS } from '../world/incidents/envelope.ts'
import type { LeakingGas } from '../world/interventions.ts'
import type { Incident } from '../world/types.ts'
import type { AlarmSources, DeviceAlarm } from './device-alarm.ts'
import { HYSTERESIS, isPast, type Levels, LOOK_MS, mayWarn } from './leak-alarms.ts'

const REMEMBERED = 500
const FACTORY = configAt([], 'gasParam', 0).levels

export type OwnLeakAlarms = {
  /** Of a leak, given the alarm that it is under the levels of the factory. */
  of(incident: Incident, gas: LeakingGas, usual: DeviceAlarm): readonly DeviceAlarm[]
  /** Discards cached results: commands or incidents have changed. */
  forget(): void
}

export function createOwnLeakAlarms(sources: AlarmSources): OwnLeakAlarms {
  const found = new Map<string, readonly DeviceAlarm[]>()
  return {
    of(incident, gas, usual) {
      const commands = sources.commands.commandsOf(usual.device.sn)
      const untilMs = incident.endMs + FELT_AFTER_MS
      const changes = commands.filter(
        (command) =>
          command.kind === 'configSet' && command.section === 'gasParam' && command.atMs <= untilMs,
      )
      const isUsual = ({ low, high }: Levels) => low === FACTORY[gas].low && high === FACTORY[gas].high
      if (changes.every(({ atMs }) => isUsual(configAt(commands, 'gasParam', atMs).levels[gas]))) {
        return [usual]
      }
      const known = found.get(incident.id)
      if (known) return known
      if (found.size >= REMEMBERED) found.clear()
      const moments = momentsOf(
        incident,
        changes.map(({ atMs }) => atMs),
      )
      const made = walked(sources, { incident, gas, usual, isUsual }, moments)
      found.set(incident.id, made)
      return made
    },
    forget: () => found.clear(),
  }
}

/** When a detector looks: by a grid, as the leak's own alarm begins and ends, and as levels are set. */
function momentsOf({ startMs, endMs }: Incident, changesMs: readonly number[]): number[] {
  const [fromMs, untilMs] = [startMs - FELT_BEFORE_MS, endMs + FELT_AFTER_MS]
  const moments = new Set([startMs, endMs, untilMs, ...changesMs.filter((atMs) => atMs >= fromMs)])
  for (let atMs = fromMs; atMs < untilMs; atMs += LOOK_MS) moments.add(atMs)
  return [...moments].sort((a, b) => a - b)
}

function walked(
  { world, commands }: AlarmSources,
  leak: { incident: Incident; gas: LeakingGas; usual: DeviceAlarm; isUsual: (levels: Levels) => boolean },
  moments: readonly number[],
): DeviceAlarm[] {
  const { incident, gas, usual, isUsual } = leak
  const { device } = usual
  const station = { ...device, seed: world.seed, commands: commands.commandsOf(device.sn) }
  const place = quantitiesOf(device.kind, device.model).indexOf(GASES[gas].quantity)
  const alarms: DeviceAlarm[] = []
  const open: Partial<Record<'low' | 'high', DeviceAlarm>> = {}
  for (const atMs of moments) {
    if (device.sinceMs !== undefined && atMs < device.sinceMs) continue
    const levels = configAt(station.commands, 'gasParam', atMs).levels[gas]
    const byFactory = isUsual(levels)
    const strength = incidentStrength(incident, device.x, device.y, atMs, world.sky.at(atMs))
    if (!byFactory && !open.low && !open.high && !mayWarn(gas, levels, strength)) continue
    const value = byFactory ? Number.NaN : stationReportAt(world.air, station, atMs).values[place]!
    for (const level of ['low', 'high'] as const) {
      const alarm = open[level]
      const holds = byFactory
        ? level === 'low' && atMs >= incident.startMs && atMs < incident.endMs
        : isPast(gas, levels, level, value, alarm ? HYSTERESIS : 1)
      if (alarm) alarm.endMs = atMs
      if (alarm && !holds) open[level] = undefined
      if (alarm || !holds) continue
      const isFirst = level === 'low' && alarms.every(({ alarmSeq }) => alarmSeq !== incident.id)
      const second = Math.round((atMs - incident.startMs + FELT_BEFORE_MS) / 1000)
      const alarmSeq = isFirst ? incident.id : `${incident.id}-${level}-${second}`
      const made: DeviceAlarm = { ...usual, alarmSeq, startMs: atMs, endMs: atMs, mayBeLate: true }
      open[level] = made
      alarms.push(made)
    }
  }
  return alarms
}
