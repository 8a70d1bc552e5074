import { encodeAudio, TALK_FRAME_MS } from '@backlot/contract/talk/audio-frame'
import type { HostClock } from '../kernel/clock.ts'
import { writeRtp } from '../wire/rtp/rtp-packet.ts'

const PAYLOAD_TYPE = 8
/** 20 ms, as devices usually have it. */
const PACKET_SAMPLES = 160
/** After a longer pause of the process it does not catch up. */
const CATCH_UP_MOST = 5
/** A receiver over TCP that does not read misses sound. */
const BUFFERED_MOST = 32_768

/** Sound as RTP of G.711 A-law (RFC 3551), 20 ms a packet, without a break. */
export function createAlawSender(deps: {
  ssrc: number
  hostClock: HostClock
  /** The next 40 ms, 8 kHz, and the host time that they are due. */
  nextFrame(dueMs: number): Int16Array
  send(packets: readonly Buffer[]): void
  bufferedBytes(): number
}) {
  const { ssrc, hostClock } = deps
  let sequence = 0
  let timestamp = 0
  let stop = (): void => undefined

  const sendFrame = (dueMs: number): void => {
    const bytes = encodeAudio('alaw', deps.nextFrame(dueMs))
    const packets: Buffer[] = []
    for (let at = 0; at < bytes.length; at += PACKET_SAMPLES) {
      const head = { payloadType: PAYLOAD_TYPE, marker: sequence === 0, sequence, timestamp, ssrc }
      packets.push(writeRtp(head, [bytes.subarray(at, at + PACKET_SAMPLES)]))
      sequence = (sequence + 1) & 0xffff
      timestamp += PACKET_SAMPLES
    }
    if (deps.bufferedBytes() <= BUFFERED_MOST) deps.send(packets)
  }

  return {
    /** Begins; once. */
    start(): void {
      let dueMs = hostClock.now()
      stop = hostClock.every(TALK_FRAME_MS, () => {
        const nowMs = hostClock.now()
        if (nowMs - dueMs > CATCH_UP_MOST * TALK_FRAME_MS) dueMs = nowMs
        for (; dueMs <= nowMs; dueMs += TALK_FRAME_MS) sendFrame(dueMs)
      })
    },
    stop: () => stop(),
  }
}
