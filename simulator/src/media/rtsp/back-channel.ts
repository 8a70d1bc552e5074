/** Sound of a client on its way to a camera's loudspeaker (ONVIF Streaming Specification, 5.3): G.711 over RTP. */
import { decodeAlaw } from '@backlot/contract/talk/g711-alaw'
import type { HostClock } from '../../kernel/clock.ts'
import { decodeUlaw } from '../../wire/rtp/g711-ulaw.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { createRtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import { PAYLOAD_TYPES } from '../../wire/rtp/rtp-tracks.ts'
import type { Speaker } from '../media-ports.ts'
import { createSpeakerFrames } from '../speaker-frames.ts'

export type BackChannel = {
  packet(bytes: Uint8Array): void
  close(): void
}

/** Packets of 20 ms that wait for a missing one. */
const REORDER_MOST = 5

export function createBackChannel(speaker: Speaker, host: Pick<HostClock, 'now'>): BackChannel {
  const reorder = createRtpReorder(REORDER_MOST)
  const hear = createSpeakerFrames(speaker, host)
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
