/** The look of a picture, from the lens's focus and iris and the channel's settings. */
import type { PictureLook } from '../world/scenes/scene-input.ts'
import type { ImageSettings } from './image-settings.ts'
import type { PtzPose } from './ptz-pose.ts'

/** Focus and iris of cameras as they are mounted: everything is sharp and well lit. */
const MOUNTED = { focus: 0.8, iris: 0.5 } as const
/** Around the mounted focus nothing blurs visibly. */
const SHARP_WITHIN = 0.1
/** Radius of a point at focus 0 as a share of the picture's height, at magnification 1. */
const BLUR_MOST = 0.02
/** Stops from the mounted iris to closed, and to open. */
const IRIS_STOPS = 2
const MIDDLE = 50

/** Undefined when the picture is as drawn. */
export function pictureLookOf(
  { focus, iris, zoom }: Pick<PtzPose, 'focus' | 'iris' | 'zoom'>,
  { brightness, contrast, saturation, irCut }: ImageSettings,
): PictureLook | undefined {
  const off = Math.max(0, Math.abs(focus - MOUNTED.focus) - SHARP_WITHIN)
  const look: PictureLook = {
    // The longer the lens, the shorter what is sharp.
    blur: off === 0 ? 0 : Math.min(0.08, (off / MOUNTED.focus) * BLUR_MOST * Math.sqrt(zoom)),
    gain: 2 ** (((iris - MOUNTED.iris) / MOUNTED.iris) * IRIS_STOPS),
    lift: (brightness - MIDDLE) / 100,
    contrast: contrast / MIDDLE,
    saturation: irCut === 'OFF' ? 0 : saturation / MIDDLE,
  }
  const { blur, gain, lift, contrast: slope, saturation: colour } = look
  return blur === 0 && gain === 1 && lift === 0 && slope === 1 && colour === 1 ? undefined : look
}
