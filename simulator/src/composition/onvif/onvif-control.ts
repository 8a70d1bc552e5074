/** Commands of ONVIF clients to cameras: the same entries of the overlay log as the console's. */

import type { DeviceAction } from '../../devices/commands.ts'
import { imageSettingsAt } from '../../devices/image-settings-at.ts'
import { PTZ_LIMITS } from '../../devices/ptz-pose.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { CameraPoses } from '../../history/camera-poses.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { OnvifImaging, OnvifLog, OnvifPtz, OnvifSystem, Outcome } from '../../onvif/ports.ts'
import { ptzMemoryAt } from '../adapters/ptz-memory.ts'

const DONE: Outcome = { ok: true }
/** Speeds of clients are shares of the fastest. */
const FASTEST = 100

export function createOnvifControl(deps: {
  directory: Directory
  commands: Pick<CommandLog, 'append' | 'commandsOf'>
  poses: CameraPoses
  clock: Pick<PlatformClock, 'now'>
  log: OnvifLog
}): { ptz: OnvifPtz; imaging: OnvifImaging; system: OnvifSystem } {
  const { directory, commands, poses, clock, log } = deps

  const order = async (sn: string, action: DeviceAction): Promise<Outcome> => {
    const slot = directory.slotOf(sn)
    if (slot === undefined || !directory.isOnline(slot)) return { ok: false, reason: 'offline' }
    try {
      await commands.append(sn, clock.now(), action)
      return DONE
    } catch (error) {
      log.warn({ err: error, sn }, 'a command of an ONVIF client was not stored')
      return { ok: false, reason: 'failed' }
    }
  }
  const steerable = (sn: string, chnId: number): Device | undefined => {
    const device = directory.deviceBySn(sn)
    return device && directory.channel(device.slot, chnId)?.isPtz ? device : undefined
  }
  const presetsOf = (sn: string) => ptzMemoryAt(directory, commands.commandsOf(sn), sn, clock.now()).presets
  const hasPreset = (sn: string, index: number) =>
    presetsOf(sn).some(({ presetIndex }) => presetIndex === index)
  const ofPreset = (sn: string, index: number, action: DeviceAction): Promise<Outcome> =>
    hasPreset(sn, index) ? order(sn, action) : Promise.resolve({ ok: false, reason: 'noPreset' })
  const speedOf = (speed: number | undefined) =>
    speed === undefined ? {} : { speed: Math.max(1, speed * FASTEST) }

  return {
    ptz: {
      poseOf(sn, chnId) {
        const device = steerable(sn, chnId)
        if (!device) return undefined
        const { panDeg, tiltDeg, zoom, focus, iris } = poses.poseAt(device, chnId, clock.now())
        return {
          panDeg,
          tiltDeg,
          zoom,
          focus,
          iris,
          isMoving: poses.isMovingAt(device, clock.now()),
          aheadDeg: device.headingDeg ?? 0,
          limits: PTZ_LIMITS,
        }
      },
      move: (sn, _chnId, { pan, tilt, zoom }, forMs) =>
        order(sn, { kind: 'ptzMove', motion: { pan, tilt, zoom }, speed: FASTEST, forMs }),
      stop: (sn, _chnId, { panTilt, zoom }) =>
        order(sn, {
          kind: 'ptzStop',
          axes: [...(panTilt ? (['pan', 'tilt'] as const) : []), ...(zoom ? (['zoom'] as const) : [])],
        }),
      turnTo: (sn, _chnId, pose, speed) => order(sn, { kind: 'ptzTurn', pose, ...speedOf(speed) }),
      presetsOf: (sn) =>
        presetsOf(sn).map(({ presetIndex, name }) => ({
          index: presetIndex,
          name: name ?? `Preset ${presetIndex}`,
        })),
      setPreset: (sn, _chnId, index, name) =>
        order(sn, { kind: 'presetSet', preset: index, ...(name === undefined ? {} : { name }) }),
      removePreset: (sn, _chnId, index) => ofPreset(sn, index, { kind: 'presetDelete', preset: index }),
      gotoPreset: (sn, _chnId, index) => ofPreset(sn, index, { kind: 'presetCall', preset: index }),
      gotoHome: (sn) => order(sn, { kind: 'homeCall' }),
      setHome: (sn) => order(sn, { kind: 'homeSet' }),
    },
    imaging: {
      settingsOf(sn, chnId) {
        const slot = directory.slotOf(sn)
        if (slot === undefined || !directory.channel(slot, chnId)) return undefined
        return imageSettingsAt(commands.commandsOf(sn), chnId, clock.now())
      },
      set: (sn, chnId, image) => order(sn, { kind: 'imageSet', chnId, image }),
      moveFocus(sn, chnId, { speed, distance }) {
        if (distance === undefined)
          return order(sn, { kind: 'ptzMove', motion: { focus: speed }, speed: FASTEST })
        const device = steerable(sn, chnId)
        if (!device) return Promise.resolve({ ok: false, reason: 'failed' })
        const { focus } = poses.poseAt(device, chnId, clock.now())
        const pose = { focus: focus + Math.sign(speed) * distance }
        return order(sn, { kind: 'ptzTurn', pose, ...speedOf(Math.abs(speed)) })
      },
      stopFocus: (sn) => order(sn, { kind: 'ptzStop', axes: ['focus'] }),
      setIris: (sn, _chnId, iris) => order(sn, { kind: 'ptzTurn', pose: { iris } }),
    },
    system: { reboot: (sn) => order(sn, { kind: 'reboot' }), keepsSetTime: true },
  }
}
