/** Actions of scenarios: one entry for each, in the order of the contract. Each describes in one line what it did. */

import { durationMs, durationText } from '@backlot/contract/control/duration'
import {
  type ActionName,
  type ActionOf,
  type DeviceRef,
  faultSchedule,
  noteTexts,
} from '@backlot/contract/control/scenario-actions'
import { parseDateTime } from '@backlot/contract/time'
import { moveClock } from '../composition/clock/move-clock.ts'
import type { DeviceAction } from '../devices/commands.ts'
import type { Device } from '../fleet/device.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { WorldAction } from '../world/interventions.ts'
import { startChase } from './chase.ts'
import { pickDevice, pickDevices } from './pick-devices.ts'
import type { ScenarioParts } from './scenario-parts.ts'

type Act<Name extends ActionName> = (order: ActionOf<Name>, parts: ScenarioParts) => Promise<string>

/** Most devices named in a line; the rest is counted. */
const NAMED = 3

const acts: { [Name in ActionName]: Act<Name> } = {
  note: async (note) => noteTexts(note).en,
  async storm(order, { storms, directory, clock }) {
    const devices =
      order.devices === undefined ? undefined : serials(pickDevices(directory, order.devices, 'devices'))
    const { stormId, planned } = startStorm(storms, order, devices, hostPace(clock))
    return `${order.what}: ${planned} planned over ${durationText(order.for)} (${stormId})`
  },
  async alarm(order, { repository, storms, clock, directory }) {
    const devices = pickDevices(directory, order.device, 'device')
    const cursor = repository.cursor()
    const raised = await storms.raise(
      devices.map(({ sn }, i) => ({
        sn,
        chnId: order.channel,
        type: order.type,
        subType: order.subType,
        alarmSeq: `scenario-${cursor}-${i}`,
        startMs: clock.now(),
      })),
    )
    return `${order.type} ${order.subType} by ${names(devices)}: ${raised.length} stored`
  },
  sos: (order, parts) =>
    command(parts, order.device, 'SOS', {
      kind: 'sosPressed',
      ...(order.for === undefined ? {} : { forMs: order.for }),
    }),
  offline: (order, parts) =>
    order.for === undefined
      ? command(parts, order.device, 'offline', { kind: 'connectivity', forced: 'offline' })
      : command(parts, order.device, `offline for ${durationText(order.for)}`, {
          kind: 'fault',
          fault: 'offline',
          on: true,
          forMs: order.for,
        }),
  online: (order, parts) =>
    command(parts, order.device, 'online', { kind: 'connectivity', forced: 'online' }),
  release: (order, parts) =>
    command(parts, order.device, 'left to themselves', { kind: 'connectivity', forced: 'released' }),
  reboot: (order, parts) => command(parts, order.device, 'reboot', { kind: 'reboot' }),
  setting: (order, parts) =>
    command(parts, order.device, `${order.name} = ${order.value}`, {
      kind: 'setting',
      setting: order.name,
      value: order.value,
    }),
  async leak(order, parts) {
    const { longitude, latitude, text } = placeOf(parts, order.at)
    const { gas, severity } = order
    await intervene(parts, { kind: 'leak', longitude, latitude, gas, severity, forMs: order.for })
    return `${gas} leaks at ${text} for ${durationText(order.for)}, severity ${severity}`
  },
  async weather({ for: forMs, ...change }, parts) {
    await intervene(parts, { kind: 'weather', ...defined(change), forMs })
    const said = Object.entries(defined(change)).map(([name, value]) => `${name} ${value}`)
    return `${said.join(', ')} for ${durationText(forMs)}`
  },
  async incident(order, parts) {
    const { longitude, latitude, text, device } = placeOf(parts, order.at)
    await intervene(parts, {
      kind: 'incident',
      incident: order.kind,
      longitude,
      latitude,
      severity: order.severity,
      forMs: order.for,
      ...(device ? { subject: { kind: device.kind, index: device.rosterIndex } } : {}),
    })
    return `${order.kind} at ${text} for ${durationText(order.for)}`
  },
  async calm(what, parts) {
    await intervene(parts, { kind: 'calm', ...(what === 'all' ? {} : { what }) })
    return what
  },
  async fault(order, { faults, directory, clock }) {
    const devices =
      order.devices === undefined ? undefined : serials(pickDevices(directory, order.devices, 'devices'))
    const [state] = await faults.add([
      {
        fault: order.name,
        target: { ...order.target, ...(devices ? { devices } : {}) },
        probability: order.probability,
        schedule: faultSchedule(order, hostPace(clock)),
        parameters: order.parameters,
        ...(order.seed === undefined ? {} : { seed: order.seed }),
      },
    ])
    return `${state?.id ?? order.name} attached${devices ? ` to ${devices.length} devices` : ''}`
  },
  async endFaults(name, { faults }) {
    const ids = faults
      .list()
      .filter(({ fault, state }) => state !== 'ended' && (name === 'all' || fault === name))
      .map(({ id }) => id)
    if (ids.length > 0) await faults.remove(ids)
    return `${ids.length} ended`
  },
  ptz: (order, parts) => command(parts, order.device, ...ptzAction(order)),
  async clock(order, { clock, moves, host }) {
    if (order === 'realtime') {
      await moveClock(clock, moves, { action: 'realtime', cut: false })
      return 'real time'
    }
    if ('speed' in order) {
      clock.speed(order.speed)
      return `×${order.speed}`
    }
    if ('pause' in order) {
      clock.pause()
      host.after(order.pause, () => clock.resume())
      return `stands for ${durationText(order.pause)}`
    }
    const signed = /^([+-])(.*)$/.exec(order.jump)
    const toMs = signed
      ? clock.now() + (signed[1] === '-' ? -1 : 1) * durationMs(signed[2]!)!
      : parseDateTime(order.jump.length === 10 ? `${order.jump} 00:00:00` : order.jump, clock.zoneMinutes)
    if (toMs === undefined)
      throw new PlatformError('invalid', `clock.jump: '${order.jump}' is not a time.`, 'clock')
    await moveClock(clock, moves, { action: 'jump', toMs, cut: order.cut })
    return `jump ${order.jump}${order.cut ? ', cut' : ''}`
  },
  chase: (order, parts) => startChase(order, parts),
  async addFleet(spec, { fleets }) {
    const { fleetId, added } = await fleets.add(spec)
    return `${added} ${spec.kind} (${fleetId})`
  },
  async removeFleet(name, { fleets }) {
    const found = fleets.list().find((fleet) => fleet.name === name || fleet.fleetId === name)
    if (!found)
      throw new PlatformError('notFound', `removeFleet: there is no added fleet '${name}'.`, 'removeFleet')
    const { removed } = await fleets.remove(found.fleetId)
    return `${removed} devices of ${name}`
  },
}

/** Carries out one action; resolves when it is in effect. Throws a PlatformError when it names missing things. */
export function act<Name extends ActionName>(
  name: Name,
  order: ActionOf<Name>,
  parts: ScenarioParts,
): Promise<string> {
  return acts[name](order, parts)
}

/** Storms and faults run by the host's time: platform milliseconds that pass in one of the host's, as the clock goes now. */
function hostPace(clock: ScenarioParts['clock']): number {
  return clock.rate() || 1
}

function startStorm(
  storms: ScenarioParts['storms'],
  order: ActionOf<'storm'>,
  devices: string[] | undefined,
  rate: number,
) {
  const seed = order.seed === undefined ? {} : { seed: order.seed }
  const ratePerSecond = order.rate * rate
  if (order.what === 'offline') {
    const target = devices ? { devices } : {}
    return storms.offline({ target, ratePerSecond, outageMs: order.for, ...seed })
  }
  const pace = { ratePerSecond, forMs: order.for / rate, ...(devices ? { devices } : {}), ...seed }
  if (order.what === 'sos') return storms.sos(pace)
  if (order.what === 'gps') return storms.gps(pace)
  return storms.alarms({ ...pace, ...(order.types ? { types: order.types } : {}) })
}

async function command(
  { directory, commands, clock }: ScenarioParts,
  ref: DeviceRef,
  what: string,
  action: DeviceAction,
): Promise<string> {
  const devices = pickDevices(directory, ref, 'device')
  const atMs = clock.now()
  await Promise.all(devices.map(({ sn }) => commands.append(sn, atMs, action)))
  return `${names(devices)}: ${what}`
}

function intervene({ interventionLog, clock }: ScenarioParts, action: WorldAction): Promise<void> {
  return interventionLog.append(clock.now(), action)
}

function ptzAction(order: ActionOf<'ptz'>): [what: string, action: DeviceAction] {
  if (order.stop) return ['stop', { kind: 'ptzStop' }]
  if (order.callPreset !== undefined) {
    return [`to preset ${order.callPreset}`, { kind: 'presetCall', preset: order.callPreset }]
  }
  if (order.setPreset !== undefined) {
    return [`preset ${order.setPreset} set`, { kind: 'presetSet', preset: order.setPreset }]
  }
  const motion = defined({ pan: order.pan, tilt: order.tilt, zoom: order.zoom }) as Partial<
    Record<'pan' | 'tilt' | 'zoom', -1 | 0 | 1>
  >
  const forMs = order.for === undefined ? {} : { forMs: order.for }
  const said = Object.entries(motion).map(([axis, sign]) => `${axis} ${sign}`)
  return [`${said.join(', ')} at ${order.speed}`, { kind: 'ptzMove', motion, speed: order.speed, ...forMs }]
}

type Place = { longitude: number; latitude: number; text: string; device?: Device }

/** A place, or where a device is. */
export function placeOf(
  { world, directory, clock }: ScenarioParts,
  at: DeviceRef | { longitude: number; latitude: number },
): Place {
  if (typeof at === 'object' && 'longitude' in at) {
    return { ...at, text: `${at.longitude.toFixed(5)}, ${at.latitude.toFixed(5)}` }
  }
  const device = pickDevice(directory, at, 'at')
  const { longitude, latitude } =
    device.trafficIndex === undefined ? device : world.traffic.vehicleAt(device.trafficIndex, clock.now())
  return { longitude, latitude, text: device.name.en, device }
}

const serials = (devices: readonly Device[]) => devices.map(({ sn }) => sn)

function names(devices: readonly Device[]): string {
  const first = devices.slice(0, NAMED).map(({ name }) => name.en)
  const more = devices.length - first.length
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function defined<T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }
}
