import { CLIP_SPAN_MS } from '../areas/alarms/alarm-draft.ts'
import type { AreasDeps } from '../areas/areas-deps.ts'
import type { Media } from '../media/create-media.ts'

/** What cameras saw, as alarms and their analysis ask for it. */
export function cameraPictures(media: Media): Pick<AreasDeps, 'pictures' | 'sightings'> {
  return {
    pictures: {
      async render({ sn, chnId, atMs }) {
        const picture = await media.renderPicture({ sn, chnId, atMs })
        if (!picture) throw new Error(`There is no camera ${sn} ${chnId}`)
        return picture
      },
      clip: ({ sn, chnId, atMs }) =>
        media.shortClip({ sn, chnId, fromMs: atMs - CLIP_SPAN_MS.before, toMs: atMs + CLIP_SPAN_MS.after }),
    },
    sightings: media.sightings,
  }
}
