/** Assembles the contents of a channel's picture at a moment. */
import { type Pose, type SceneInput, skyMoment } from '../world/scenes/scene-input.ts'
import type { CameraDirectory, MediaClock, SceneWorld } from './media-ports.ts'

export type PictureSource = { cameras: CameraDirectory; world: SceneWorld; clock: MediaClock; strip: boolean }
export type PictureWish = {
  sn: string
  chnId: number
  atMs: number
  frame: number
  quality: SceneInput['quality']
  /** Sky of another moment than the usual one (while the usual one's backdrop is being prepared). */
  skyTimeMs?: number
  pose?: Pose
}

const SEEN_WITHIN_M = 380
const MOST_VEHICLES = 60

/** Undefined when there is no such channel. */
export function pictureOf(source: PictureSource, wish: PictureWish): SceneInput | undefined {
  const { cameras, world } = source
  const { sn, chnId, atMs } = wish
  const channel = cameras.find(sn, chnId)
  if (!channel) return undefined
  const place = cameras.placeAt(sn, chnId, atMs)
  const pose = wish.pose ?? cameras.poseAt(sn, chnId, atMs)
  const caption = cameras.captionAt(sn, chnId, atMs)
  const look = cameras.lookAt?.(sn, chnId, atMs)
  const footage = cameras.footageAt?.(sn, chnId, atMs)
  const skyTimeMs = wish.skyTimeMs ?? skyMoment(atMs, channel.number)
  // Vehicles are looked for around a point ahead of the camera: those behind it are not seen.
  const yaw = (pose.panDeg * Math.PI) / 180
  const ahead = SEEN_WITHIN_M * 0.45
  const [vx, vy] = [place.x + Math.sin(yaw) * ahead, place.y + Math.cos(yaw) * ahead]
  return {
    camera: { number: channel.number, name: caption.name, ...place },
    pose: { panDeg: pose.panDeg, tiltDeg: pose.tiltDeg, zoom: pose.zoom },
    timeMs: atMs,
    frame: wish.frame,
    sky: world.skyAt(skyTimeMs),
    skyTimeMs,
    vehicles: footage ? [] : world.vehiclesNear(vx, vy, SEEN_WITHIN_M * 0.6, atMs, MOST_VEHICLES),
    incidents: world.incidentsNear(place.x, place.y, SEEN_WITHIN_M * 2, atMs, { sn, chnId }),
    quality: wish.quality,
    strip: source.strip && footage?.bare !== true,
    showTime: caption.showTime,
    ...(look && { look }),
    ...(footage && { footage }),
    zoneMinutes: source.clock.zoneMinutes,
  }
}
