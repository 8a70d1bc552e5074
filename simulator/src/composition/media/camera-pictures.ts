import { CLIP_SPAN_MS } from '../../history/alarm-draft.ts'
import { CameraGone, isDiskFull } from '../../media/clip-failures.ts'
import type { Media } from '../../media/create-media.ts'
import type { MediaPorts } from '../areas/areas-deps.ts'

/** Pictures of cameras, for alarms and their analysis. */
export function cameraPictures(
  media: Media,
  /** Pictures of cameras that cannot be drawn. */
  taken: (wish: { sn: string; chnId: number; atMs: number }) => Promise<Uint8Array | undefined>,
): Pick<MediaPorts, 'pictures' | 'sightings'> {
  return {
    pictures: {
      render: async ({ sn, chnId, atMs, width }) =>
        (await media.renderPicture({ sn, chnId, atMs, ...(width !== undefined && { width }) })) ??
        taken({ sn, chnId, atMs }),
      async clip({ sn, chnId, atMs }) {
        const wish = { sn, chnId, fromMs: atMs - CLIP_SPAN_MS.before, toMs: atMs + CLIP_SPAN_MS.after }
        try {
          return (await media.shortClip(wish)) ?? 'noEncoder'
        } catch (error) {
          if (error instanceof CameraGone) return 'noCamera'
          if (isDiskFull(error)) return 'storageFull'
          throw error
        }
      },
    },
    sightings: media.sightings,
  }
}
