import type { DeviceCommand } from '../../devices/commands.ts'
import type { FleetSpan } from '../../fleet/added-fleet.ts'
import type { Device } from '../../fleet/device.ts'
import { createDirectory } from '../../fleet/directory.ts'
import { draftedFleet, newcomerFleet } from '../../fleet/newcomer-fleet.ts'
import { lastPositionAt } from '../../fleet/presence.ts'
import type { City } from '../../world/city/types.ts'
import { createInterventions } from '../../world/create-interventions.ts'
import type { Roster } from '../../world/incidents/roster.ts'
import type { Intervention } from '../../world/interventions.ts'
import { createNewcomers } from '../../world/newcomers.ts'
import type { LoopTable } from '../../world/traffic/build-loops.ts'
import { createWorld } from '../../world/world.ts'
import { latestReadings } from '../latest-readings.ts'
import { eventLine } from './event-log.ts'

/** Inputs of a separate world. */
export type ReportSetup = { seed: number; zoneMinutes: number; roster: Roster }

/** Changes since the last report; `anew` discards earlier ones (after a cut). */
export type ReportNews = {
  anew: boolean
  devices: readonly Device[]
  gone: readonly string[]
  commands: readonly DeviceCommand[]
  interventions: readonly Intervention[]
  /** Fleets that were added or removed, with the span in which each is there. */
  fleets: readonly FleetSpan[]
}

export type ReportEngine = {
  learn(news: ReportNews): void
  /** Last reports of devices `from` … `to` - 1 (in the order of their slots) by a moment, a line each. */
  report(atMs: number, from: number, to: number): string
  count(): number
}

const GROUP = 1

/**
 * Computes the last report of every device, from a separate world: the same in this thread and in any other, so that a
 * report can be split among several.
 */
export function createReportEngine(
  { seed, zoneMinutes, roster }: ReportSetup,
  built: { city: City; loops?: LoopTable | undefined },
): ReportEngine {
  let interventions = createInterventions()
  const newcomers = createNewcomers()
  const makeWorld = () =>
    createWorld(seed, {
      city: built.city,
      roster,
      interventions,
      newcomers,
      ...(built.loops ? { loops: built.loops } : {}),
    })
  let world = makeWorld()
  const directory = createDirectory(seed)
  directory.addGroup(0, { zh: '', en: '' }, 'all', GROUP)
  const commands = new Map<string, DeviceCommand[]>()
  const commandsOf = (sn: string) => commands.get(sn) ?? NONE
  let devices: Device[] = []
  let nowMs = 0
  let readings = makeReadings()

  function makeReadings() {
    return latestReadings(world, directory, { commandsOf }, { now: () => nowMs })
  }

  return {
    learn(news) {
      if (news.anew) {
        commands.clear()
        interventions = createInterventions()
        world = makeWorld()
        readings = makeReadings()
      }
      for (const span of news.fleets) {
        newcomers.put(newcomerFleet(span, () => draftedFleet(seed, built.city, span)))
      }
      for (const device of news.devices) {
        if (directory.slotOf(device.sn) === undefined)
          directory.addDevice({ ...device, groupId: GROUP }, device.id)
      }
      for (const sn of news.gone) {
        const slot = directory.slotOf(sn)
        if (slot !== undefined) directory.removeDevice(slot)
      }
      for (const command of news.commands) {
        const own = commands.get(command.sn)
        if (own) own.push(command)
        else commands.set(command.sn, [command])
      }
      for (const command of news.commands)
        commands.get(command.sn)?.sort((a, b) => a.atMs - b.atMs || a.seq - b.seq)
      for (const intervention of news.interventions) interventions.add(intervention)
      if (news.devices.length > 0 || news.gone.length > 0) {
        devices = []
        for (let slot = 0; slot < directory.slotLimit(); slot++) {
          const device = directory.device(slot)
          if (device) devices.push(device)
        }
        devices.sort((a, b) => a.id - b.id)
      }
    },
    count: () => devices.length,
    report(atMs, from, to) {
      nowMs = atMs
      let text = ''
      for (const device of devices.slice(from, to)) {
        const { sn } = device
        const fix = lastPositionAt(world, device, atMs, commandsOf(sn))
        if (fix) {
          const { longitude, latitude, speedKmh, directionDeg, locationTimeMs } = fix
          const position = { sn, longitude, latitude, speedKmh, directionDeg, ageMs: atMs - locationTimeMs }
          text += `${eventLine(zoneMinutes, atMs, 'position', position)}\n`
        }
        const values = readings(sn)
        if (values) {
          const read = Object.fromEntries(values.map(({ code, value }) => [code, value]))
          text += `${eventLine(zoneMinutes, atMs, 'readings', { sn, ageMs: atMs - values[0]!.atMs, ...read })}\n`
        }
      }
      return text
    },
  }
}

const NONE: readonly DeviceCommand[] = []
