import type { EncodeStream } from '@backlot/contract/device-config/entities'
import type { CameraEncoding } from '../fleet/camera-encoding.ts'
import type { EncoderOptions } from './encoder-arguments.ts'

type Profile = Omit<EncoderOptions, 'ffmpeg'>

/** Offset of a quality to the usual rate factor: more is coarser. */
const COARSER: Readonly<Record<EncodeStream['quality'], number>> = {
  best: -6,
  better: -3,
  good: 0,
  poor: 4,
  difference: 8,
}

/** Encoder settings of a camera configured this way; `usualQuality` is the rate factor of a good picture. */
export function encoderProfile(stream: CameraEncoding, usualQuality: number): Profile {
  const [width, height] = stream.resolution.split('x').map(Number) as [number, number]
  return {
    width,
    height,
    framesPerSecond: stream.frameRate,
    quality: usualQuality + COARSER[stream.quality],
    ceilingKbps: stream.bitRateKbps,
    ...(stream.bitRateType === 'constant' ? { isConstant: true } : {}),
    ...(stream.codec === 'h265' ? { codec: stream.codec } : {}),
    ...(stream.groupFrames === undefined ? {} : { groupFrames: stream.groupFrames }),
  }
}
