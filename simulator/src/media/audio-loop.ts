/** Pre-encoded sound that is laid under a stream picture by picture: the AAC tags of a small FLV file, over and over. */
import { readFile } from 'node:fs/promises'
import { FLV_AUDIO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import { mediaFile } from './media-files.ts'

export type AudioLoop = {
  header: FlvTag
  frames: readonly Uint8Array[] /** Length of one AAC frame. */
  frameMs: number
}

/** AAC frames hold 1024 samples; the file is made at 16 kHz. */
const FRAME_MS = 64

export async function loadAudioLoop(): Promise<AudioLoop> {
  const tags = createFlvParser().push(await readFile(mediaFile('ambience.flv')))
  const header = tags.find((tag) => kindOf(tag) === 'audioHeader')
  const frames = tags
    .filter((tag) => tag.type === FLV_AUDIO && kindOf(tag) === 'audio')
    .map((tag) => tag.body)
  if (!header || frames.length === 0) throw new Error('ambience.flv holds no AAC')
  return { header, frames, frameMs: FRAME_MS }
}

export type AudioTrack = {
  /** Tags that belong before a picture at `timestampMs`; the header comes first, and again after a gap. */
  upTo(timestampMs: number): FlvTag[]
  /** The header comes again: another source of pictures follows, and with it what viewers have of the stream. */
  restart(): void
}

/** Sound runs this far ahead of the pictures, so that it never waits for one. */
const AHEAD_MS = 120
const GAP_MS = 1500

export function createAudioTrack(loop: AudioLoop): AudioTrack {
  let nextMs: number | undefined
  let index = 0
  let needsHeader = true
  return {
    upTo(timestampMs) {
      const tags: FlvTag[] = []
      if (nextMs === undefined || timestampMs - nextMs > GAP_MS) {
        nextMs = timestampMs
        needsHeader = true
      }
      if (needsHeader) tags.push({ ...loop.header, timestampMs: nextMs })
      needsHeader = false
      while (nextMs <= timestampMs + AHEAD_MS) {
        tags.push({ type: FLV_AUDIO, timestampMs: nextMs, body: loop.frames[index % loop.frames.length]! })
        index++
        nextMs += loop.frameMs
      }
      return tags
    },
    restart() {
      needsHeader = true
    },
  }
}
