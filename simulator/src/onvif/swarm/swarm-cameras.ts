/** Cameras without a platform (`backlot devices`): their presets, poses and picture settings are held in memory. */

import { initialPtzState } from '../../devices/camera-home.ts'
import type { DeviceAction } from '../../devices/commands.ts'
import { REBOOT } from '../../devices/forced-state.ts'
import { imageSettingsAt } from '../../devices/image-settings-at.ts'
import { createPtzTrack, type PtzState, ptzStateAt } from '../../devices/ptz-track.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { CLIP } from '../../media/clip-source.ts'
import { createActionControl } from '../action-control.ts'
import type { OnvifCamera, OnvifCameras, OnvifChannel, Outcome } from '../ports.ts'

export type SwarmCamera = Pick<OnvifCamera, 'sn' | 'name' | 'model' | 'firmware'> & {
  /** Identity in the world's hashes. */
  entity: number
  headingDeg: number
  location: { lat: number; lng: number }
}

export type SwarmCameras = {
  cameras: OnvifCameras
  control: ReturnType<typeof createActionControl>
  /** The first so many are there, the others are not (yet, or any more). */
  show(count: number): void
}

/** Of all cameras and streams; the clips have no smaller version. */
const STREAM = { ...CLIP, kbps: 256, codec: 'H264' } as const
/** The one that can be steered. */
const PTZ_CHANNEL = 1

type ImageSet = Extract<DeviceAction, { kind: 'imageSet' }>
type Memory = { ptz: PtzState; images: Map<number, ImageSet['image']>; restart: Restart | undefined }
type Restart = { fromMs: number; toMs: number }

export function createSwarmCameras(
  list: readonly SwarmCamera[],
  deps: { seed: number; channels: number; hostClock: Pick<HostClock, 'now'> },
): SwarmCameras {
  const { seed, hostClock } = deps
  const numbers = new Map(list.map(({ sn }, number) => [sn, number]))
  const memories = new Map<string, Memory>()
  const channels = Array.from(
    { length: deps.channels },
    (_, i): OnvifChannel => ({
      chnId: i + 1,
      name: `Channel ${i + 1}`,
      ptz: i + 1 === PTZ_CHANNEL,
      audio: true,
      streams: { main: STREAM, sub: STREAM },
    }),
  )
  let shown = 0

  const memoryOf = ({ sn, entity, headingDeg }: SwarmCamera): Memory => {
    const known = memories.get(sn)
    if (known) return known
    const ptz = initialPtzState(seed, entity, headingDeg)
    const memory = { ptz, images: new Map(), restart: undefined }
    memories.set(sn, memory)
    return memory
  }
  const isOnline = ({ sn }: SwarmCamera): boolean => {
    const restart = memories.get(sn)?.restart
    const nowMs = hostClock.now()
    return numbers.get(sn)! < shown && !(restart && nowMs >= restart.fromMs && nowMs < restart.toMs)
  }
  const shownOf = (camera: SwarmCamera): OnvifCamera => ({
    ...camera,
    maker: 'Backlot',
    serialNumber: camera.sn,
    isOnline: isOnline(camera),
    channels,
  })
  const cameraOf = (sn: string): SwarmCamera | undefined => list[numbers.get(sn) ?? -1]
  const hasChannel = (chnId: number) => channels.some((channel) => channel.chnId === chnId)

  const take = (camera: SwarmCamera, action: DeviceAction): void => {
    const memory = memoryOf(camera)
    const atMs = hostClock.now()
    if (action.kind === 'reboot') {
      const fromMs = atMs + REBOOT.afterMs
      memory.restart = { fromMs, toMs: fromMs + REBOOT.forMs }
    } else if (action.kind === 'imageSet') {
      memory.images.set(action.chnId, { ...memory.images.get(action.chnId), ...action.image })
    } else memory.ptz = ptzStateAt(memory.ptz, [{ ...action, atMs, seq: 0, sn: camera.sn }], atMs)
  }

  return {
    show(count) {
      shown = count
    },
    cameras: {
      find(sn) {
        const camera = cameraOf(sn)
        return camera && shownOf(camera)
      },
      all: () => list.map(shownOf),
    },
    control: createActionControl({
      order(sn, action): Promise<Outcome> {
        const camera = cameraOf(sn)
        if (!camera || !isOnline(camera)) return Promise.resolve({ ok: false, reason: 'offline' })
        take(camera, action)
        return Promise.resolve({ ok: true })
      },
      steerable(sn, chnId) {
        const camera = cameraOf(sn)
        if (!camera || chnId !== PTZ_CHANNEL) return undefined
        const nowMs = hostClock.now()
        const track = createPtzTrack(memoryOf(camera).ptz)
        return {
          pose: track.poseAt(nowMs),
          isMoving: track.isMovingAt(nowMs),
          aheadDeg: camera.headingDeg,
        }
      },
      presetsOf(sn) {
        const camera = cameraOf(sn)
        if (!camera) return []
        const { presets, presetNames } = memoryOf(camera).ptz
        return [...presets.keys()]
          .sort((a, b) => a - b)
          .map((index) => ({ index, name: presetNames?.get(index) }))
      },
      imageOf(sn, chnId) {
        const camera = cameraOf(sn)
        if (!camera || !hasChannel(chnId)) return undefined
        const image = memoryOf(camera).images.get(chnId)
        const set = image && [{ kind: 'imageSet' as const, chnId, image, atMs: 0, seq: 0, sn }]
        return imageSettingsAt(set ?? [], chnId, 0)
      },
    }),
  }
}
