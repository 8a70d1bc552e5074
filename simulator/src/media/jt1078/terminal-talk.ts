/** A terminal's voice and ear: it sends what it says in frames of 40 ms, and hears what the server sends. */
import {
  decodeAudio,
  encodeAudio,
  TALK_FRAME_MS,
  TALK_FRAME_SAMPLES,
} from '@backlot/contract/talk/audio-frame'
import type { HostClock } from '../../kernel/clock.ts'
import { decodeRtpDatagram } from '../../wire/jt1078/decode-datagram.ts'
import { FrameAssembler } from '../../wire/jt1078/frame-assembler.ts'
import { g711Samples } from '../../wire/jt1078/g711-samples.ts'
import { DATA_TYPES, PAYLOAD_TYPES } from '../../wire/jt1078/payload-types.ts'
import type { RtpPacket } from '../../wire/jt1078/rtp-packet.ts'
import type { RtpFrame } from '../../wire/jt1078/rtp-packetizer.ts'
import { createRtpReader } from '../../wire/jt1078/rtp-reader.ts'

/** Microphone and loudspeaker of a device: 8 kHz, frames of 320 samples. */
export type TerminalVoice = {
  /** Samples of a frame, numbered from the epoch. */
  speak(frame: number): Int16Array
  hear(nowMs: number, samples: Int16Array): void
}

/** Says what its microphone takes until the returned function is called. */
export function startSpeaking(
  voice: TerminalVoice,
  hostClock: HostClock,
  send: (frame: RtpFrame) => void,
): () => void {
  let next = Math.floor(hostClock.now() / TALK_FRAME_MS)
  const startMs = next * TALK_FRAME_MS
  return hostClock.every(TALK_FRAME_MS, () => {
    const due = Math.floor(hostClock.now() / TALK_FRAME_MS)
    // After a pause it does not catch up.
    if (due - next > CATCH_UP_FRAMES) next = due
    for (; next <= due; next++)
      send({
        payloadType: PAYLOAD_TYPES.g711a,
        dataType: DATA_TYPES.audio,
        timestampMs: next * TALK_FRAME_MS - startMs,
        bytes: encodeAudio('alaw', voice.speak(next)),
      })
  })
}

const CATCH_UP_FRAMES = 25

/** Hears G.711 A-law in what the server sends, whatever the length of its frames; other sound is not understood. */
export function createEar(
  voice: TerminalVoice,
  kind: 'tcp' | 'udp',
  nowMs: () => number,
): (bytes: Uint8Array) => void {
  const reader = createRtpReader()
  const assembler = new FrameAssembler({ frameBytes: 65_536, frames: 2 })
  let waiting: Uint8Array = new Uint8Array()

  const take = (packet: RtpPacket): void => {
    for (const item of assembler.add(packet)) {
      if (item.kind !== 'frame' || item.frame.payloadType !== PAYLOAD_TYPES.g711a) continue
      waiting = Buffer.concat([waiting, g711Samples(item.frame.bytes)])
      let at = 0
      for (; at + TALK_FRAME_SAMPLES <= waiting.length; at += TALK_FRAME_SAMPLES) {
        const samples = decodeAudio('alaw', waiting.subarray(at, at + TALK_FRAME_SAMPLES))
        if (samples) voice.hear(nowMs(), samples)
      }
      waiting = waiting.slice(at)
    }
  }
  return (bytes) => {
    if (kind === 'udp') {
      const packet = decodeRtpDatagram(bytes)
      if (packet.ok) take(packet.value)
      return
    }
    for (const item of reader.push(bytes)) if (item.kind === 'packet') take(item.packet)
  }
}
