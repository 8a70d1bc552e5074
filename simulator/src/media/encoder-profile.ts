import type { EncodeStream } from '@backlot/contract/device-config/entities'
import type { CameraEncoding } from '../fleet/camera-encoding.ts'
import type { EncoderOptions } from './encoder.ts'

type Profile = Omit<EncoderOptions, 'ffmpeg'>

/** Offset of a quality to the usual rate factor: more is coarser. */
const COARSER: Readonly<Record<EncodeStream['quality'], number>> = {
  best: -6,
  better: -3,
  good: 0,
  poor: 4,
  difference: 8,
}
/** So fine that only the ceiling matters: then the rate is nearly constant. */
const CONSTANT_RATE_QUALITY = 12

/** Encoder settings of a camera configured this way; `usualQuality` is the rate factor of a good picture. */
export function encoderProfile(stream: CameraEncoding, usualQuality: number): Profile {
  const [width, height] = stream.resolution.split('x').map(Number) as [number, number]
  const isConstant = stream.bitRateType === 'constant'
  return {
    width,
    height,
    framesPerSecond: stream.frameRate,
    quality: isConstant ? CONSTANT_RATE_QUALITY : usualQuality + COARSER[stream.quality],
    ceilingKbps: stream.bitRateKbps,
    ...(stream.groupFrames === undefined ? {} : { groupFrames: stream.groupFrames }),
  }
}
