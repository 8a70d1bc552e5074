/** Inputs of a picture: plain data, so that it travels to the renderer's thread as a message. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { RoomState } from '../../devices/device-kind.ts'
import type { Incident, PassingVehicle, SkyState, VehicleKind } from '../types.ts'

/** Where a camera points: pan clockwise from north, tilt above the horizon, magnification. */
export type Pose = { panDeg: number; tiltDeg: number; zoom: number }

/** The inside of a vehicle that a camera in it sees, or the room of a device of a kind. */
export type VehicleInside = { room: 'cabin' | 'cargo'; kind: VehicleKind; hasDriver: boolean }
export type SceneInside = VehicleInside | { room: 'device'; kind: DeviceKind; state: RoomState }

/** The hall of a building, seen from a wall or by a fish-eye in its ceiling. */
export type HallInside = { room: 'hall'; lens: 'wall' | 'fisheye' }

export type ThermalPalette = 'whiteHot' | 'iron'

export type SceneCamera = {
  /** The number in the strip; also the seed of this camera's peculiarities. */
  number: number
  name: string
  /** Local metres of the city. */
  x: number
  y: number
  mountHeightM: number
  /** Left out: it looks at the world and nothing else. */
  inside?: SceneInside | HallInside
  /** It sees warmth, in shades of grey or in the colours of iron; left out: light. */
  thermal?: ThermalPalette
}

/** A thing that happens in view; `subject` of an incident on a vehicle is drawn at (x, y). */
export type SceneIncident = Pick<Incident, 'kind' | 'startMs' | 'endMs' | 'x' | 'y' | 'severity'>

/** What lens and picture settings make of a drawn picture. */
export type PictureLook = {
  /** Light that comes in, as a factor; 1 is as drawn. */
  gain: number
  /** Added to luma behind `gain`, -1 to 1 of the whole range. */
  lift: number
  /** Factor of luma around its middle. */
  contrast: number
  /** Factor of colours; 0: none. */
  saturation: number
  /** Radius of a point out of focus, as a share of the height of the picture. */
  blur: number
}

export type SceneInput = {
  camera: SceneCamera
  pose: Pose
  /** Platform time of the picture, epoch milliseconds. */
  timeMs: number
  /** Number of the moment on the stream's grid (see docs/picture-strip.md). */
  frame: number
  /** The sky at `skyTimeMs`: one backdrop serves all pictures of a step, so compute it at `skyMoment`. */
  sky: SkyState
  skyTimeMs: number
  vehicles: readonly PassingVehicle[]
  incidents: readonly SceneIncident[]
  /**
   * `fine` smooths edges and costs some ten times a `quick` backdrop; pictures of a moving camera and the first
   * ones of a stream are quick. Which it is follows from the input alone, so the same input gives the same bytes.
   */
  quality: 'fine' | 'quick'
  /** Draw the machine-readable strip. */
  strip: boolean
  /** Whether the time is in the picture; by default it is. */
  showTime?: boolean
  /** What its lens and its settings do to the picture; left out: nothing. */
  look?: PictureLook
  /** Minutes east of UTC of the platform's zone, for the time in the picture. */
  zoneMinutes: number
  /** A video that the camera shows in place of the world; its frame is in the picture already. */
  footage?: Footage
}

/** A frame of somebody's own video. */
export type Footage = {
  /** A file, or a folder of images with their number a second. */
  file: string
  imagesPerSecond?: number | undefined
  /** Since its first frame was shown first; it begins again and again. */
  elapsedMs: number
  /** Nothing is drawn over it. */
  bare: boolean
}

const SKY_STEP_MS = 120_000

/** The moment whose sky the pictures around `timeMs` show: a step of two minutes, shifted from camera to camera. */
export function skyMoment(timeMs: number, camera: number): number {
  const shift = (camera * 7919) % SKY_STEP_MS
  return Math.floor((timeMs - shift) / SKY_STEP_MS) * SKY_STEP_MS + shift
}

/** A planar YUV 4:2:0 picture (BT.601, limited range). Width and height are even. */
export type YuvPicture = {
  width: number
  height: number
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
}

/** The three planes as views on one buffer of width × height × 1.5 bytes, the form that encoders read. */
export function yuvPictureOn(buffer: ArrayBufferLike, width: number, height: number): YuvPicture {
  const luma = width * height
  const chroma = luma >> 2
  return {
    width,
    height,
    y: new Uint8Array(buffer, 0, luma),
    u: new Uint8Array(buffer, luma, chroma),
    v: new Uint8Array(buffer, luma + chroma, chroma),
  }
}
