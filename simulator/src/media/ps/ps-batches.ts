/**
 * A stream as a program stream in pieces that fit RTP packets, made once for all its viewers: what differs between them
 * (SSRC, numbers) is in the headers of RTP, which each writes itself.
 */

import type { AudioConfig, VideoConfig, VideoPacket } from '../../wire/flv/flv-media.ts'
import { readAudio, readAudioConfig, readVideo, readVideoConfig } from '../../wire/flv/flv-media.ts'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag } from '../../wire/flv/flv-tag.ts'
import { pictureUnits } from '../../wire/flv/picture-units.ts'
import { adtsHeader } from '../../wire/mpeg-ps/adts-header.ts'
import { createPsMuxer, type PsMuxer } from '../../wire/mpeg-ps/ps-muxer.ts'
import type { Fanout } from '../stream-fanout.ts'

export type PsBatch = {
  kind: 'key' | 'picture' | 'sound'
  /** Time of the stream, ticks of 90 kHz that go on counting. */
  ticks: number
  /** Time of the stream, milliseconds. */
  timestampMs: number
  /** Payloads of 1,400 bytes at most; the last one ends the frame. */
  payloads: readonly Uint8Array[]
  bytes: number
}

export type PsBatches = {
  /** The pack of a tag; undefined for one that is not sent: a header, a codec that program streams have none of. */
  batchOf(tag: FlvTag): PsBatch | undefined
  codecs(): { video: 'h264' | 'h265' | undefined; audio: 'aac' | 'pcma' | undefined }
}

/** What passes every usual network with its headers of RTP, UDP and tunnels. */
const PAYLOAD_BYTES = 1400
const TICKS_A_MS = 90

const shared = new WeakMap<Fanout, Partial<Record<'withSound' | 'silent', PsBatches>>>()

/** The program stream of a fan-out, with its sound or without: the same one for all who ask. */
export function psBatchesOf(fanout: Fanout, audio: boolean): PsBatches {
  const known = shared.get(fanout) ?? {}
  shared.set(fanout, known)
  const kind = audio ? 'withSound' : 'silent'
  known[kind] ??= createPsBatches(audio)
  return known[kind]
}

function createPsBatches(audio: boolean): PsBatches {
  let video: VideoConfig | undefined
  let sound: AudioConfig | undefined
  let muxer: PsMuxer | undefined
  let muxed = ''
  let last: FlvTag | undefined
  let batch: PsBatch | undefined

  const audioCodec = () => (sound?.codec === 'aac' || sound?.codec === 'pcma' ? sound.codec : undefined)
  /** A muxer begins with a key picture; another one follows at the next when the codecs have changed. */
  const muxerFor = (codec: 'h264' | 'h265', isKey: boolean): PsMuxer | undefined => {
    const own = `${codec} ${audioCodec()}`
    if (isKey && own !== muxed) {
      muxed = own
      muxer = createPsMuxer({ video: codec, audio: audioCodec() })
    }
    return muxer
  }
  const cut = (kind: PsBatch['kind'], timestampMs: number, pack: Uint8Array): PsBatch => {
    const payloads: Uint8Array[] = []
    for (let at = 0; at < pack.length; at += PAYLOAD_BYTES)
      payloads.push(pack.subarray(at, at + PAYLOAD_BYTES))
    return { kind, ticks: Math.round(timestampMs * TICKS_A_MS), timestampMs, payloads, bytes: pack.length }
  }

  const picture = (tag: FlvTag, packet: VideoPacket): PsBatch | undefined => {
    if (packet.isConfig) {
      video = readVideoConfig(packet) ?? video
      return undefined
    }
    if (!video || video.codec !== packet.codec) return undefined
    const { units, isKey } = pictureUnits(video, packet)
    const mux = muxerFor(video.codec, isKey)
    if (!mux || units.length === 0 || !muxed.startsWith(video.codec)) return undefined
    const dts = Math.round(tag.timestampMs * TICKS_A_MS)
    const pts = Math.max(0, dts + packet.compositionMs * TICKS_A_MS)
    return cut(isKey ? 'key' : 'picture', tag.timestampMs, mux.video(units, { pts, dts, isKey }))
  }
  const soundOf = (tag: FlvTag): PsBatch | undefined => {
    sound = readAudioConfig(tag) ?? sound
    const frame = readAudio(tag)
    if (!frame || frame.length === 0 || !sound || !muxer || muxed.split(' ')[1] !== sound.codec)
      return undefined
    const whole =
      sound.codec === 'aac' ? Buffer.concat([adtsHeader(sound.config, frame.length), frame]) : frame
    return cut('sound', tag.timestampMs, muxer.audio(whole, Math.round(tag.timestampMs * TICKS_A_MS)))
  }
  const make = (tag: FlvTag): PsBatch | undefined => {
    const packet = tag.type === FLV_VIDEO ? readVideo(tag) : undefined
    if (packet) return picture(tag, packet)
    return audio && tag.type === FLV_AUDIO ? soundOf(tag) : undefined
  }

  return {
    batchOf(tag) {
      // One tag comes for all viewers in a row.
      if (tag === last) return batch
      last = tag
      batch = undefined
      batch = make(tag)
      return batch
    },
    codecs: () => ({ video: video?.codec, audio: audio ? audioCodec() : undefined }),
  }
}
