import { randomUUID } from 'node:crypto'
import type { DataIn, QueryOut } from '@backlot/contract/call'
import {
  controlCutChannel,
  controlDevices,
  controlRaiseAlarm,
  controlSetDevice,
  controlStatus,
  controlStorm,
  controlStormStatus,
  controlVerifyCode,
} from '@backlot/contract/control/calls'
import { type Route, route } from '../calls/route.ts'
import type { Hub } from '../channel/create-hub.ts'
import { cameraNumber } from '../composition/media/camera-directory.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import type { CameraPoses } from '../history/camera-poses.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Storms } from '../scenario-runs/storms.ts'
import type { World } from '../world/types.ts'

export type ControlDeps = {
  world: World
  directory: Directory
  clock: PlatformClock
  commands: CommandLog
  poses: CameraPoses
  /** Address of a camera's ONVIF device service. */
  onvifOf(sn: string): string | undefined
  /** Id of a device at the platform that our own cameras register at. */
  gbIdOf(sn: string): string | undefined
  storms: Storms
  hub: Pick<Hub, 'cut'>
  /** Whether there is such an alarm type. */
  alarmTypes: { has(type: string, subType?: string): boolean; levels(): Record<string, unknown> }
  verifyCodeOf(key: string): string | undefined
  status(): DataIn<typeof controlStatus>
}

/** Calls that no real platform has: they raise storms and cut lines. */
export function controlRoutes(deps: ControlDeps): Route[] {
  const { directory, clock } = deps
  return [
    route(controlStatus, () => deps.status()),
    route(controlVerifyCode, ({ params }) => {
      const code = deps.verifyCodeOf(String(params['key']))
      if (code === undefined) throw new PlatformError('notFound', 'No such verification code.', 'key')
      return { code }
    }),
    route(controlStorm, ({ body }) => deps.storms.alarms(body)),
    route(controlStormStatus, ({ params }) => {
      const progress = deps.storms.progress(String(params['id']))
      if (!progress) throw new PlatformError('notFound', 'There is no such storm.', 'id')
      return progress
    }),
    route(controlRaiseAlarm, async ({ body }) => {
      if (!deps.alarmTypes.has(body.type, body.subType)) {
        throw new PlatformError('invalid', noSuchType(body, Object.keys(deps.alarmTypes.levels())), 'type')
      }
      const alarmSeq = randomUUID().replaceAll('-', '').slice(0, 20)
      const [alarm] = await deps.storms.raise([{ ...body, alarmSeq, startMs: clock.now() }])
      if (!alarm) throw new PlatformError('failed', 'The alarm was not stored.')
      return { id: alarm.id, alarmSeq, cursor: alarm.cursor ?? 0 }
    }),
    route(controlDevices, ({ query }) => ({ list: listDevices(deps, query) })),
    route(controlSetDevice, async ({ body: { sn, state, chnId } }) => {
      const device = directory.deviceBySn(sn)
      if (!device) throw new PlatformError('notFound', `There is no device ${sn}.`, 'sn')
      if (chnId !== undefined) {
        if (!directory.channel(device.slot, chnId)) {
          throw new PlatformError('notFound', `chnId: ${sn} has no channel ${chnId}.`, 'chnId')
        }
        const forced = state === 'offline' ? 'offline' : 'released'
        await deps.commands.append(sn, clock.now(), { kind: 'channelConnectivity', chnId, forced })
        return {}
      }
      const forced = state === 'auto' ? 'released' : state
      await deps.commands.append(sn, clock.now(), { kind: 'connectivity', forced })
      return {}
    }),
    route(controlCutChannel, ({ body }) => ({ cut: deps.hub.cut(body.loginName, body.refuseForMs) })),
  ]
}

type Listed = DataIn<typeof controlDevices>['list'][number]

type Wanted = QueryOut<typeof controlDevices>

function listDevices(deps: ControlDeps, query: Wanted): Listed[] {
  const { directory } = deps
  const found: Listed[] = []
  const isWanted = wantedBy(query, directory)
  for (let slot = 0; slot < directory.slotLimit() && found.length < query.limit; slot++) {
    const device = directory.device(slot)
    if (device && isWanted(device)) found.push(listed(deps, device))
  }
  return found
}

function wantedBy({ sn, kind, state, search }: Wanted, directory: Directory): (device: Device) => boolean {
  const words = search?.trim().toLowerCase()
  return (device) => {
    if (sn !== undefined && device.sn !== sn) return false
    if (kind !== undefined && device.kind !== kind) return false
    if (state !== undefined && directory.isOnline(device.slot) !== (state === 'online')) return false
    if (!words) return true
    return [device.sn, device.name.zh, device.name.en].some((text) => text.toLowerCase().includes(words))
  }
}

/** State that the last order forces a device into. */
function forcedOf({ commands, clock }: ControlDeps, sn: string): 'online' | 'offline' | undefined {
  const nowMs = clock.now()
  const last = commands.commandsOf(sn).findLast(({ kind, atMs }) => kind === 'connectivity' && atMs <= nowMs)
  return last?.kind === 'connectivity' && last.forced !== 'released' ? last.forced : undefined
}

const VIDEO = 0

/** Its true place; of a foreign device that is the one it last reported. */
function placeOf({ world, directory, clock }: ControlDeps, device: Device) {
  if (device.foreign) return directory.state(device.slot)
  return device.trafficIndex === undefined
    ? device
    : world.traffic.vehicleAt(device.trafficIndex, clock.now())
}

/** A device with its place and, for a camera, where its first channel points. */
function listed(deps: ControlDeps, device: Device): Listed {
  const { directory, clock, poses } = deps
  const forced = forcedOf(deps, device.sn)
  const lost = [...directory.lostChannels(device.slot)]
  const nowMs = clock.now()
  const place = placeOf(deps, device)
  const video = directory.channelsOf(device.slot).find(({ type }) => type === VIDEO)
  const onvif = deps.onvifOf(device.sn)
  const gb28181 = deps.gbIdOf(device.sn)
  const pose = video && poses.poseAt(device, video.chnId, nowMs)
  return {
    sn: device.sn,
    name: device.name.zh,
    nameEn: device.name.en,
    kind: device.kind,
    online: directory.isOnline(device.slot),
    ...(forced ? { forced } : {}),
    ...(lost.length > 0 ? { lostChannels: lost } : {}),
    longitude: place.longitude,
    latitude: place.latitude,
    ...(onvif ? { onvif } : {}),
    ...(gb28181 ? { gb28181 } : {}),
    ...(video && pose
      ? {
          cameraNumber: cameraNumber(device, video.chnId),
          pose: { pan: pose.panDeg, tilt: pose.tiltDeg, zoom: pose.zoom },
        }
      : {}),
  }
}

function noSuchType({ type, subType }: { type: string; subType: string }, keys: readonly string[]): string {
  const subTypes = keys.filter((key) => key.startsWith(`${type}-`)).map((key) => key.slice(type.length + 1))
  if (subTypes.length > 0) return `${type} has no sub-type ${subType}: ${subTypes.join(', ')}.`
  return `There is no alarm type ${type}: ${keys.filter((key) => !key.includes('-')).join(', ')}.`
}
