import type { AreasDeps } from '../areas/assembly/areas-deps.ts'
import type { Media } from '../media/create-media.ts'

/** Media as the recordings area sees it. */
export function recordedMedia(media: Media): AreasDeps['recordedMedia'] {
  return {
    canEncode: media.ffmpeg !== undefined,
    startReplay: (wish) => media.startReplay(wish),
    replays: media.replays,
    downloads: media.downloads,
    render: (wish) => media.renderPicture(wish),
  }
}
