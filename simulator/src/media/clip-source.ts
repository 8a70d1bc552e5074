/** A stream without an encoder: a small clip from fixtures/media, over and over. The platform announces it as one. */
import { readFile } from 'node:fs/promises'
import type { HostClock } from '../kernel/clock.ts'
import { FLV_VIDEO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import { mediaFile } from './media-files.ts'
import type { SourceEvents, StreamSource } from './stream-source.ts'

export type Clip = { headers: FlvTag[]; pictures: FlvTag[]; lengthMs: number }

/** Size and pace of all of them. */
export const CLIP = { width: 640, height: 360, fps: 12 } as const

const CLIPS = ['clip-day', 'clip-dusk', 'clip-night']

export async function loadClips(): Promise<Clip[]> {
  return Promise.all(
    CLIPS.map(async (name) => clipOf(createFlvParser().push(await readFile(mediaFile(`${name}.flv`))))),
  )
}

/** JPEGs of the clips' first pictures. */
export async function loadClipStills(): Promise<Uint8Array[]> {
  return Promise.all(CLIPS.map((name) => readFile(mediaFile(`${name}.jpg`))))
}

function clipOf(tags: readonly FlvTag[]): Clip {
  const pictures = tags.filter((tag) => tag.type === FLV_VIDEO && ['key', 'video'].includes(kindOf(tag)))
  const [first, second] = pictures
  const last = pictures.at(-1)
  if (!first || !second || !last) throw new Error('a clip without pictures')
  const stepMs = (last.timestampMs - first.timestampMs) / (pictures.length - 1)
  return {
    headers: tags.filter((tag) => ['script', 'videoHeader'].includes(kindOf(tag))),
    pictures: pictures.map((tag) => ({ ...tag, timestampMs: tag.timestampMs - first.timestampMs })),
    lengthMs: Math.round(last.timestampMs - first.timestampMs + stepMs),
  }
}

/** Interval at which due pictures are sent. */
const TICK_MS = 40

export function createClipSource(
  clip: Clip,
  host: HostClock,
  timestampAt: (hostMs: number) => number,
  events: SourceEvents,
): StreamSource {
  const stats = { framesEncoded: 0, framesSkipped: 0, restarts: 0 }
  const startedMs = timestampAt(host.now())
  let next = 0
  const sendDue = (): void => {
    const now = timestampAt(host.now())
    for (;;) {
      const round = Math.floor(next / clip.pictures.length)
      const picture = clip.pictures[next % clip.pictures.length]!
      const timestampMs = Math.round(startedMs + round * clip.lengthMs + picture.timestampMs)
      if (timestampMs > now) return
      if (next === 0) for (const header of clip.headers) events.tag({ ...header, timestampMs })
      events.tag({ ...picture, timestampMs })
      if (next++ === 0) events.live()
    }
  }
  sendDue()
  const cancel = host.every(TICK_MS, sendDue)
  return {
    kind: 'clip',
    stats: () => stats,
    stop() {
      cancel()
      return Promise.resolve()
    },
  }
}
