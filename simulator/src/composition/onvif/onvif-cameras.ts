/** Cameras of the directory as ONVIF shows them. */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { KINDS } from '../../devices/kinds.ts'
import { upgradeAt } from '../../devices/upgrade.ts'
import { cameraEncodingAt } from '../../fleet/camera-encoding.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { isStreamable } from '../../media/stream-path.ts'
import type { OnvifCamera, OnvifCameras, OnvifChannel, OnvifStream, StreamType } from '../../onvif/ports.ts'

/** Discovery shows the first cameras of a large fleet; all of them have their addresses. */
const DISCOVERED_MOST = 1024

/** Devices of ours with pictures, that stand still: vehicles speak the wires of vehicles. */
const isCamera = (device: Device, directory: Directory): boolean =>
  !device.foreign &&
  device.trafficIndex === undefined &&
  isStreamable(device.sn) &&
  directory.channelsOf(device.slot).some(({ type }) => type === CHANNEL_TYPES.video)

export function createOnvifCameras(deps: {
  seed: number
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf'>
  clock: Pick<PlatformClock, 'now'>
}): OnvifCameras {
  const { seed, directory, commands, clock } = deps
  const cameraOf = (device: Device): OnvifCamera => {
    const nowMs = clock.now()
    const own = commands.commandsOf(device.sn)
    const all = directory.channelsOf(device.slot)
    const streamOf = (chnId: number, streamType: StreamType): OnvifStream => {
      const at = { atMs: nowMs, chnId, streamType }
      const encoding = cameraEncodingAt(device, own, at)
      const { resolution, frameRate, bitRateKbps, groupFrames } = encoding
      const [width = 0, height = 0] = resolution.split('x').map(Number)
      return {
        width,
        height,
        fps: frameRate,
        kbps: bitRateKbps,
        isConstant: encoding.bitRateType === 'constant',
        codec: encoding.codec === 'h265' ? 'H265' : 'H264',
        gop: groupFrames,
      }
    }
    const channels = all
      .filter(({ type }) => type === CHANNEL_TYPES.video)
      .map(
        ({ chnId, name, isPtz, lineId }): OnvifChannel => ({
          chnId,
          name: name.en,
          ptz: isPtz,
          audio: all.some((other) => other.type === CHANNEL_TYPES.audio && other.lineId === lineId),
          streams: { main: streamOf(chnId, 'main'), sub: streamOf(chnId, 'sub') },
        }),
      )
    return {
      sn: device.sn,
      name: device.name.en,
      model: KINDS[device.kind].models[device.model ?? '']?.board ?? KINDS[device.kind].board,
      maker: 'Backlot',
      firmware: upgradeAt(seed, device.entity, own, nowMs).version,
      serialNumber: device.sn,
      isOnline: directory.isOnline(device.slot),
      channels,
      location: { lat: device.latitude, lng: device.longitude },
    }
  }

  let shown: readonly Device[] = []
  let treeVersion = -1
  return {
    find(sn) {
      const device = directory.deviceBySn(sn)
      return device && isCamera(device, directory) ? cameraOf(device) : undefined
    },
    all() {
      if (treeVersion !== directory.treeVersion()) {
        treeVersion = directory.treeVersion()
        shown = firstCameras(directory)
      }
      return shown.map(cameraOf)
    },
  }
}

function firstCameras(directory: Directory): Device[] {
  const found: Device[] = []
  for (let slot = 0; slot < directory.slotLimit() && found.length < DISCOVERED_MOST; slot++) {
    const device = directory.device(slot)
    if (device && isCamera(device, directory)) found.push(device)
  }
  return found
}
