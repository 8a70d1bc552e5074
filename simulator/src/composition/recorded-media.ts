import type { Media } from '../media/create-media.ts'
import type { MediaPorts } from './areas/areas-deps.ts'

/** Media as the recordings area sees it. */
export function recordedMedia(media: Media): MediaPorts['recorded'] {
  return {
    canEncode: media.ffmpeg !== undefined,
    startReplay: (wish) => media.startReplay(wish),
    replays: media.replays,
    downloads: media.downloads,
    render: (wish) => media.renderPicture(wish),
  }
}
