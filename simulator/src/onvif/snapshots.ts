/** Single pictures over HTTP: a few at a time, as drawing one takes the processor for a while. */
import type { OnvifCamera, OnvifMedia } from './ports.ts'
import { profileOf } from './tokens.ts'

export type Snapshots = {
  /** JPEG; `token` is that of a profile. */
  take(camera: OnvifCamera, token: string): Promise<Uint8Array | 'unknown' | 'busy'>
}

const AT_ONCE_MOST = 8

export function createSnapshots(media: Pick<OnvifMedia, 'snapshot'>): Snapshots {
  let running = 0
  return {
    async take(camera, token) {
      const profile = profileOf(camera, token)
      if (!profile) return 'unknown'
      if (running >= AT_ONCE_MOST) return 'busy'
      running++
      try {
        const picture = await media.snapshot(camera.sn, profile.channel.chnId, profile.streamType)
        return picture ?? 'unknown'
      } finally {
        running--
      }
    },
  }
}
