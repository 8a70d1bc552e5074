/** What is known of a stream from its tags: codecs, picture size, pictures and bits a second. */
import type { HostClock } from '../kernel/clock.ts'
import { readVideo, readVideoConfig } from '../wire/flv/flv-media.ts'
import { codecOf, FLV_AUDIO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { type PictureSize, pictureSize } from '../wire/flv/picture-size.ts'

export type StreamFacts = {
  /** H.264, H.265, AAC, G.711 A-law …; undefined before the first tag of its kind. */
  videoCodec: string | undefined
  audioCodec: string | undefined
  size: PictureSize | undefined
  pictures: number
  /** Over the last seconds; undefined before there is a whole one. */
  framesPerSecond: number | undefined
  kbps: number | undefined
}

/** Rates are those of windows of this length. */
const WINDOW_MS = 4000
const LEAST_MS = 1000

export function createStreamFacts(hostClock: Pick<HostClock, 'now'>): {
  note(tag: FlvTag): void
  facts(): StreamFacts
} {
  let videoCodec: string | undefined
  let audioCodec: string | undefined
  let size: PictureSize | undefined
  let pictures = 0
  /** The window that is counted now, and the rates of the one before. */
  let window: { fromMs: number; pictures: number; bytes: number } | undefined
  let rates: Pick<StreamFacts, 'framesPerSecond' | 'kbps'> | undefined

  const ratesOf = (nowMs: number): Pick<StreamFacts, 'framesPerSecond' | 'kbps'> | undefined => {
    const goneMs = window ? nowMs - window.fromMs : 0
    if (!window || goneMs < LEAST_MS) return undefined
    return {
      framesPerSecond: Math.round((window.pictures * 10_000) / goneMs) / 10,
      kbps: Math.round((window.bytes * 8) / goneMs),
    }
  }
  return {
    note(tag) {
      const nowMs = hostClock.now()
      const kind = kindOf(tag)
      if (window && nowMs - window.fromMs >= WINDOW_MS) {
        rates = ratesOf(nowMs)
        window = undefined
      }
      window ??= { fromMs: nowMs, pictures: 0, bytes: 0 }
      window.bytes += tag.body.length
      if (kind === 'videoHeader') {
        const packet = readVideo(tag)
        const config = packet && readVideoConfig(packet)
        if (config) size = pictureSize(config) ?? size
      }
      if (kind === 'key' || kind === 'video') {
        videoCodec = codecOf(tag)
        pictures++
        window.pictures++
      } else if (tag.type === FLV_AUDIO) audioCodec = codecOf(tag)
    },
    facts() {
      const { framesPerSecond, kbps } = rates ?? ratesOf(hostClock.now()) ?? {}
      return { videoCodec, audioCodec, size, pictures, framesPerSecond, kbps }
    },
  }
}
