/** Commands of ONVIF clients to cameras: the same entries of the overlay log as the console's. */
import { imageSettingsAt } from '../../devices/image-settings-at.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { CameraPoses } from '../../history/camera-poses.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { createActionControl } from '../../onvif/action-control.ts'
import type { OnvifLog } from '../../onvif/ports.ts'
import { ptzMemoryAt } from '../adapters/ptz-memory.ts'

export function createOnvifControl(deps: {
  directory: Directory
  commands: Pick<CommandLog, 'append' | 'commandsOf'>
  poses: CameraPoses
  clock: Pick<PlatformClock, 'now'>
  log: OnvifLog
}): ReturnType<typeof createActionControl> {
  const { directory, commands, poses, clock, log } = deps
  return createActionControl({
    async order(sn, action) {
      const slot = directory.slotOf(sn)
      if (slot === undefined || !directory.isOnline(slot)) return { ok: false, reason: 'offline' }
      try {
        await commands.append(sn, clock.now(), action)
        return { ok: true }
      } catch (error) {
        log.warn({ err: error, sn }, 'a command of an ONVIF client was not stored')
        return { ok: false, reason: 'failed' }
      }
    },
    steerable(sn, chnId) {
      const device = directory.deviceBySn(sn)
      if (!device || !directory.channel(device.slot, chnId)?.isPtz) return undefined
      const nowMs = clock.now()
      return {
        pose: poses.poseAt(device, chnId, nowMs),
        isMoving: poses.isMovingAt(device, nowMs),
        aheadDeg: device.headingDeg ?? 0,
      }
    },
    presetsOf: (sn) =>
      ptzMemoryAt(directory, commands.commandsOf(sn), sn, clock.now()).presets.map(
        ({ presetIndex, name }) => ({ index: presetIndex, name }),
      ),
    imageOf(sn, chnId) {
      const slot = directory.slotOf(sn)
      if (slot === undefined || !directory.channel(slot, chnId)) return undefined
      return imageSettingsAt(commands.commandsOf(sn), chnId, clock.now())
    },
  })
}
