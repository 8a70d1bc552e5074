/** Pictures are encoded by the browser where it can. Stands for media/ffmpeg-locate.ts. */
import type { FoundFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { USUAL_CODEC } from './video-encoder.ts'

/** Whether it can is asked at a size that every encoder knows. */
const PROBED = { width: 640, height: 360, framerate: 12, bitrate: 700_000 }

/** Undefined: the browser has no encoder for H.264, and cameras play clips. */
export async function locateFfmpeg(): Promise<FoundFfmpeg | undefined> {
  if (!('VideoEncoder' in globalThis)) return undefined
  const { supported } = await VideoEncoder.isConfigSupported({ codec: USUAL_CODEC, ...PROBED })
  return supported ? { path: 'WebCodecs', version: 'WebCodecs', h265: false } : undefined
}
export const probeFfmpeg = locateFfmpeg
