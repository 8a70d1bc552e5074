/** Ports of media to the rest of the platform. */
import type { StreamType } from '@backlot/contract/live-video/calls'
import type { CameraEncoding } from '../fleet/camera-encoding.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import type { Footage, PictureLook, Pose, SceneCamera, SceneIncident } from '../world/scenes/scene-input.ts'
import type { PassingVehicle, SkyState } from '../world/types.ts'

/** A video channel as media knows it. */
export type CameraChannel = {
  /** Number in the strip, unique in the platform (0 … 1,048,575): the channel's id serves. */
  number: number
  hasAudio: boolean
  /** True when it rides on something: its place is read at every picture. */
  moves: boolean
}

export type CameraDirectory = {
  /** The video channel, or undefined when there is none of that name. */
  find(sn: string, chnId: number): CameraChannel | undefined
  /** Its position (local metres), the height of its eye, and its enclosure, at a moment of platform time. */
  placeAt(
    sn: string,
    chnId: number,
    atMs: number,
  ): Pick<SceneCamera, 'x' | 'y' | 'mountHeightM' | 'inside' | 'thermal'>
  /** Where it points, degrees clockwise from north. */
  poseAt(sn: string, chnId: number, atMs: number): Pose
  /** Text drawn into the picture at a moment; an empty name draws none. */
  captionAt(sn: string, chnId: number, atMs: number): { name: string; showTime: boolean }
  /** A video that it shows in place of the world; undefined, or left out: none. */
  footageAt?(sn: string, chnId: number, atMs: number): Footage | undefined
  /** What its lens and settings do to the picture; undefined, or left out: nothing. */
  lookAt?(sn: string, chnId: number, atMs: number): PictureLook | undefined
  /** How its stream is to be encoded from a moment on. */
  encodingAt(sn: string, chnId: number, streamType: StreamType, atMs: number): CameraEncoding
  /** Whether a device is online, and the channel with it. */
  isOnline(sn: string, chnId: number): boolean
  /** Whether it is connected and silent now: nothing of a live stream comes while that lasts. */
  isSilent(sn: string, atMs: number): boolean
  /** Whether its cameras have power: a device may be online whose cameras do not. */
  hasPower(sn: string, atMs: number): boolean
  /** Whether a media server is bound to the device, and answers. */
  mediaServerOf(sn: string): 'bound' | 'notBound' | 'unavailable'
}

/** Loudspeakers of cameras, into which clients of RTSP speak. */
export type Speakers = {
  has(sn: string, chnId: number): boolean
  /** Takes the sound path of the device; undefined while it is in a call. */
  open(sn: string): Speaker | undefined
}

export type Speaker = {
  /** A frame: 320 samples of 8 kHz. */
  hear(samples: Int16Array): void
  close(): void
}

/** Contents of the world that pictures show. */
export type SceneWorld = {
  skyAt(atMs: number): SkyState
  vehiclesNear(x: number, y: number, radiusM: number, atMs: number, limit: number): PassingVehicle[]
  /** Incidents that show near a place; those of a camera itself (video loss) only for that camera. */
  incidentsNear(
    x: number,
    y: number,
    radiusM: number,
    atMs: number,
    camera: { sn: string; chnId: number },
  ): SceneIncident[]
}

export type MediaClock = Pick<PlatformClock, 'now' | 'rate' | 'zoneMinutes'>

/** The part of a structured logger that media uses. */
export type MediaLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  debug(fields: object, message: string): void
  error(fields: object, message: string): void
}
