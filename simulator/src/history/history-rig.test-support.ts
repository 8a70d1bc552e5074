import { fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { DeviceAction, DeviceCommand } from '../devices/commands.ts'
import { onlineAt } from '../devices/connectivity.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { createInterventions } from '../world/create-interventions.ts'
import { gridCity } from '../world/traffic/grid-city.test-support.ts'
import { createWorld } from '../world/world.ts'
import { createCameraPoses } from './camera-poses.ts'
import { createHistory } from './create-history.ts'
import { createDeviceAlarms } from './device-alarms.ts'
import type { ForeignHistory } from './history.ts'

export const NOW = fromCivil(2026, 11, 20, 15)
export const YESTERDAY = fromCivil(2026, 11, 19)
const city = gridCity(13)
const scenario = loadScenario('demo')

export function start(foreign?: ForeignHistory) {
  const { directory, roster } = buildFleet(7, scenario, city)
  const interventions = createInterventions()
  const world = createWorld(7, { city, roster, interventions })
  const bySn = new Map<string, DeviceCommand[]>()
  const listeners = new Set<(command: DeviceCommand) => void>()
  let seq = 0
  const commands = {
    commandsOf: (sn: string) => bySn.get(sn) ?? [],
    onCommand(listener: (command: DeviceCommand) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onCut: () => () => {},
  }
  const give = (sn: string, atMs: number, action: DeviceAction) => {
    const command = { ...action, sn, atMs, seq: ++seq } as DeviceCommand
    bySn.set(sn, [...(bySn.get(sn) ?? []), command])
    for (const listener of listeners) listener(command)
  }
  const clock = { now: () => NOW }
  const alarms = createDeviceAlarms({ world, directory, commands })
  const history = createHistory({ world, directory, commands, alarms, clock, foreign })
  const devices = Array.from({ length: directory.slotLimit() }, (_, slot) => directory.device(slot)!)
  const of = (kind: string) => devices.filter((device) => device.kind === kind)
  const poses = createCameraPoses(world, directory, commands)
  return { directory, world, poses, interventions, commands, give, history, devices, of }
}

/** A device of a kind that was online all through yesterday and today. */
export function steady(kind: string, { of, world }: ReturnType<typeof start>) {
  return of(kind).find(({ entity }) => {
    for (let atMs = YESTERDAY - HOUR_MS; atMs <= NOW; atMs += MINUTE_MS) {
      if (!onlineAt(world.seed, entity, atMs)) return false
    }
    return true
  })!
}
