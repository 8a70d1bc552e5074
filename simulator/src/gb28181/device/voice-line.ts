/** Sound of a call, G.711 A-law in RTP (RFC 3551): what comes goes to the loudspeaker; with a microphone, both ways. */
import type { HostClock } from '../../kernel/clock.ts'
import { createAlawSender } from '../../media/alaw-sender.ts'
import { openRtpLink } from '../../media/ps/open-rtp-link.ts'
import type { RtpPeer, RtpTransport } from '../../media/ps/rtp-link.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { createRtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import { PCMA } from '../../wire/sdp/gb-voice.ts'
import type { GbSpeaker } from './ports.ts'

/** Packets of 20 ms that wait for one before them. */
const REORDER_MOST = 5

export type VoiceLine = {
  /** Own port of RTP; 0 where this side connects. */
  port: number
  /** Begins; of a known source, the packets of others do not count. */
  start(peer: RtpPeer, ssrc?: number): void
  close(): Promise<void>
}

/** Binds its port. `ended` comes once when the connection is over, not after `close`. Rejects with an RtpPortError. */
export async function openVoiceLine(deps: {
  transport: RtpTransport
  hostClock: HostClock
  speaker: Pick<GbSpeaker, 'frame'>
  microphone?: { ssrc: number; soundAt(hostMs: number): Int16Array }
  ended(): void
}): Promise<VoiceLine> {
  const { transport, hostClock, speaker, microphone } = deps
  const reorder = createRtpReorder(REORDER_MOST)
  let source: number | undefined
  const link = await openRtpLink(transport, hostClock, {
    ready: () => sender?.start(),
    packet(bytes) {
      const read = readRtp(bytes)
      if (!read.ok || read.packet.payloadType !== PCMA.type) return
      if (source !== undefined && read.packet.ssrc !== source) return
      for (const { packet } of reorder.push(read.packet)) speaker.frame(packet.payload)
    },
    report: () => undefined,
    end() {
      sender?.stop()
      deps.ended()
    },
  })
  const sender =
    microphone &&
    createAlawSender({
      ssrc: microphone.ssrc,
      hostClock,
      nextFrame: microphone.soundAt,
      send: link.send,
      bufferedBytes: link.bufferedBytes,
    })
  return {
    port: link.port,
    start(peer, ssrc) {
      source = ssrc
      link.start(peer)
    },
    close() {
      sender?.stop()
      return link.close()
    },
  }
}
