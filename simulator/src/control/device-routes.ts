import {
  controlCalm,
  controlCameraPicture,
  controlLeak,
  controlPressSos,
  controlPublishKey,
  controlRemoveDevice,
  controlSetDeviceValue,
  controlWeather,
} from '@backlot/contract/control/device-calls'
import { RawReply, type Route, route } from '../calls/route.ts'
import { settingsOf } from '../devices/own-settings.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import type { InterventionLog } from '../history/intervention-log.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { hasSosButton } from '../scenario-runs/storm-subjects.ts'

export type DeviceRouteDeps = {
  directory: Directory
  commands: CommandLog
  interventions: Pick<InterventionLog, 'append'>
  clock: PlatformClock
  /** Picture of a channel at a moment of platform time (JPEG); undefined when it has none. */
  pictureOf(wish: {
    sn: string
    chnId: number
    atMs?: number
    width: number
  }): Promise<Uint8Array | undefined>
  /** Where streams are published; null while that is off. */
  rtmpUrl(): string | null
  publishKey(sn: string): string
  /** Removes a discovered device with its connection and everything stored; false when it is already going. */
  removeForeign(sn: string): Promise<boolean>
}

/** Actions on single devices and on the world: buttons, settings, keys, weather, leaks. */
export function deviceRoutes(deps: DeviceRouteDeps): Route[] {
  const { commands, interventions, clock } = deps
  const deviceOf = (sn: string): Device => {
    const device = deps.directory.deviceBySn(sn)
    if (!device) throw new PlatformError('notFound', `sn: there is no device ${sn}.`, 'sn')
    return device
  }
  return [
    route(controlPressSos, async ({ body: { sn, forMs } }) => {
      if (!hasSosButton(deviceOf(sn))) {
        throw new PlatformError('invalid', `sn: ${sn} has no emergency button.`, 'sn')
      }
      await commands.append(sn, clock.now(), { kind: 'sosPressed', forMs })
      return {}
    }),
    route(controlCameraPicture, async ({ query: { sn, chnId, atMs, width } }) => {
      deviceOf(sn)
      if (atMs !== undefined && atMs > clock.now())
        throw new PlatformError('invalid', 'atMs: it is in the future of the platform clock.', 'atMs')
      const jpeg = await deps.pictureOf({ sn, chnId, width, ...(atMs === undefined ? {} : { atMs }) })
      if (!jpeg)
        throw new PlatformError('notFound', `chnId: ${sn} has no camera on channel ${chnId}.`, 'chnId')
      return new RawReply(jpeg, { 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
    }),
    route(controlSetDeviceValue, async ({ body: { sn, setting, value } }) => {
      const { min, max } = settingOf(deviceOf(sn), setting)
      if (value < min || value > max) {
        throw new PlatformError('invalid', `value: ${setting} must be ${min} to ${max}.`, 'value')
      }
      await commands.append(sn, clock.now(), { kind: 'setting', setting, value })
      return {}
    }),
    route(controlPublishKey, ({ body: { sn, chnId } }) => {
      deviceOf(sn)
      const base = deps.rtmpUrl()
      if (base === null) throw new PlatformError('conflict', 'RTMP ingest is off.')
      const key = deps.publishKey(sn)
      return { url: `${base}/live/${encodeURIComponent(sn)}_${chnId}?key=${key}`, key }
    }),
    route(controlRemoveDevice, async ({ body: { sn } }) => {
      if (!deviceOf(sn).foreign) {
        throw new PlatformError(
          'conflict',
          `sn: ${sn} is a simulated device: it is removed with its fleet.`,
          'sn',
        )
      }
      if (!(await deps.removeForeign(sn)))
        throw new PlatformError('conflict', `sn: ${sn} is already being removed.`, 'sn')
      return {}
    }),
    route(controlWeather, async ({ body }) => {
      const { forMs, ...change } = body
      if (Object.values(change).every((value) => value === undefined)) {
        throw new PlatformError('invalid', 'cloud: give at least one part of the weather.', 'cloud')
      }
      await interventions.append(clock.now(), { kind: 'weather', forMs, ...change })
      return {}
    }),
    route(controlCalm, async ({ body: { what } }) => {
      await interventions.append(clock.now(), { kind: 'calm', ...(what === undefined ? {} : { what }) })
      return {}
    }),
    route(controlLeak, async ({ body }) => {
      await interventions.append(clock.now(), { kind: 'leak', ...body })
      return {}
    }),
  ]
}

function settingOf({ kind }: Device, name: string): { min: number; max: number } {
  const settings = settingsOf(kind)
  const found = Object.hasOwn(settings, name) ? settings[name] : undefined
  if (found) return found
  const known = Object.keys(settings).join(', ')
  throw new PlatformError('invalid', `setting: there is no '${name}'. There are: ${known}.`, 'setting')
}
