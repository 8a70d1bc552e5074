import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { isChannelOnline, isOnline } from '../../areas/devices/tree-node.ts'
import type { VideoDevicesPort } from '../../areas/live-video/ports.ts'
import type { PtzPort } from '../../areas/ptz/ptz-area.ts'
import type { OfflineReason } from '../../areas/shared/offline-reason.ts'
import type { DeviceCommand } from '../../devices/commands.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { RealCamerasPort } from '../areas/areas-deps.ts'
import type { MediaServers } from '../areas/media-servers.ts'
import type { DirectoryView } from './directory-view.ts'
import { ptzMemoryAt } from './ptz-memory.ts'

const VIDEO = 0

/**
 * Models of the devices that fail on purpose: their start answers one of the stated failure codes, whatever else
 * works.
 */
const MEDIA_SENTINELS = {
  cameraUnbound: 'notBound',
  cameraMediaDown: 'unavailable',
  cameraBroken: 'broken',
} as const satisfies Record<string, ReturnType<VideoDevicesPort['mediaServerOf']>>

/** State of a device's media server, by its model. */
export function mediaServerOf(
  directory: Directory,
  sn: string,
): ReturnType<VideoDevicesPort['mediaServerOf']> {
  const model = directory.deviceBySn(sn)?.model ?? ''
  return Object.hasOwn(MEDIA_SENTINELS, model)
    ? MEDIA_SENTINELS[model as keyof typeof MEDIA_SENTINELS]
    : 'bound'
}

/** Devices that a template binds to no media server, or to none that is still there, have none. */
export function withTemplates(
  devices: VideoDevicesPort,
  servers: Pick<MediaServers, 'isBound'>,
): VideoDevicesPort {
  return {
    ...devices,
    mediaServerOf: (sn) => (servers.isBound(sn) ? devices.mediaServerOf(sn) : 'notBound'),
  }
}

/** Devices whose media server is switched off, or cannot be reached, play nothing. */
export function withMediaServers(
  devices: VideoDevicesPort,
  servers: Pick<MediaServers, 'isThere'>,
): VideoDevicesPort {
  return {
    ...devices,
    mediaServerOf(sn) {
      const state = devices.mediaServerOf(sn)
      return state === 'bound' && !servers.isThere(sn) ? 'unavailable' : state
    },
  }
}

/**
 * Ports of live video and PTZ to the device directory. `commandsOf` answers in log order; `hasPower`: whether a
 * device's cameras have power.
 */
export function createVideoPorts(
  view: DirectoryView,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[],
  hasPower: (sn: string) => boolean,
  presetsOf: RealCamerasPort['presetsOf'],
): { devices: VideoDevicesPort; cameras: PtzPort } {
  const whyOffline = (sn: string, chnId: number): OfflineReason | undefined => {
    if (!hasPower(sn)) return 'cameraUnpowered'
    const state = view.state(sn)
    if (isChannelOnline(state, chnId)) return undefined
    return isOnline(state) ? 'channelOffline' : 'deviceOffline'
  }
  /** A terminal of others: JT/T 1078 moves cameras, and has no presets. */
  const isTerminal = (sn: string): boolean => {
    const device = directory.deviceBySn(sn)
    return device?.foreign === true && device.protocolType === PROTOCOL_TYPES.jt808
  }
  return {
    devices: {
      find(sn, scope) {
        const device = view.device(sn)
        if (!device || !view.inScope(device.groupId, scope)) return undefined
        return {
          sn,
          whyOffline: (chnId) => whyOffline(sn, chnId),
          hasVideoChannel: (chnId) =>
            device.channels.some((channel) => channel.chnId === chnId && channel.type === VIDEO),
        }
      },
      snOf: (deviceId) => view.deviceById(deviceId)?.sn,
      mediaServerOf: (sn) => mediaServerOf(directory, sn),
    },
    cameras: {
      find(sn, scope) {
        const device = view.device(sn)
        if (!device || !view.inScope(device.groupId, scope)) return undefined
        return {
          whyOffline: (chnId) => whyOffline(sn, chnId),
          isReal: presetsOf(sn) !== undefined || isTerminal(sn),
          hasNoPresets: isTerminal(sn),
          namesChannels: device.channels.filter(({ isPtz }) => isPtz).length > 1,
          isPtz: (chnId) => device.channels.find((channel) => channel.chnId === chnId)?.isPtz,
        }
      },
      memoryAt(sn, atMs) {
        const own = isTerminal(sn) ? [] : presetsOf(sn)
        if (!own) return ptzMemoryAt(directory, commandsOf(sn), sn, atMs)
        const presets = own.map(({ index, name }) => ({ presetIndex: index, name, factory: false }))
        return { presets, cruises: [], running: undefined }
      },
    },
  }
}
