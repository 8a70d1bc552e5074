/** Sound of a client on its way to a camera's loudspeaker (ONVIF Streaming Specification, 5.3): G.711 over RTP. */
import { TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { decodeAlaw } from '@backlot/contract/talk/g711-alaw'
import type { HostClock } from '../../kernel/clock.ts'
import { decodeUlaw } from '../../wire/rtp/g711-ulaw.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { createRtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import { PAYLOAD_TYPES } from '../../wire/rtp/rtp-tracks.ts'
import type { Speaker } from '../media-ports.ts'

export type BackChannel = {
  packet(bytes: Uint8Array): void
  close(): void
}

/** Packets of 20 ms that wait for a missing one. */
const REORDER_MOST = 5
/** Sound may come this far ahead of time: in a burst, never faster for long. */
const AHEAD_MS = 1000

export function createBackChannel(speaker: Speaker, host: Pick<HostClock, 'now'>): BackChannel {
  const reorder = createRtpReorder(REORDER_MOST)
  const frame = new Int16Array(TALK_FRAME_SAMPLES)
  let filled = 0
  /** Host time up to which sound has come. */
  let untilMs = 0

  const hear = (samples: Int16Array): void => {
    const nowMs = host.now()
    if (untilMs > nowMs + AHEAD_MS) return
    untilMs = Math.max(untilMs, nowMs) + (samples.length * 1000) / TALK_RATE_HZ
    for (const sample of samples) {
      frame[filled++] = sample
      if (filled < TALK_FRAME_SAMPLES) continue
      filled = 0
      speaker.hear(Int16Array.from(frame))
    }
  }
  return {
    packet(bytes) {
      const read = readRtp(bytes)
      if (!read.ok) return
      for (const { packet } of reorder.push(read.packet)) {
        if (packet.payloadType === PAYLOAD_TYPES.pcma) hear(decodeAlaw(packet.payload))
        else if (packet.payloadType === PAYLOAD_TYPES.pcmu) hear(decodeUlaw(packet.payload))
      }
    },
    close: () => speaker.close(),
  }
}
