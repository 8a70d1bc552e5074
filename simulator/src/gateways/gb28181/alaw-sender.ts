import { encodeAudio, TALK_FRAME_MS, TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import type { HostClock } from '../../kernel/clock.ts'
import { writeRtp } from '../../wire/rtp/rtp-packet.ts'

const PAYLOAD_TYPE = 8
/** 20 ms, as devices usually have it. */
const PACKET_SAMPLES = 160
/** Frames that are there before speech begins: they come unevenly. */
const BEGIN_FRAMES = 2
/** Frames that wait for their time: what is more is late. */
const WAITING_MOST = 5
/** After a longer pause of the process it does not catch up. */
const CATCH_UP_MOST = 5
/** A receiver over TCP that does not read misses sound. */
const BUFFERED_MOST = 32_768

/**
 * Speech as RTP of G.711 A-law (RFC 3551), 20 ms a packet, without a break: silence while nobody speaks, since devices
 * end calls that bring nothing.
 */
export function createAlawSender(deps: {
  ssrc: number
  hostClock: HostClock
  send(packets: readonly Buffer[]): void
  bufferedBytes(): number
}) {
  const { ssrc, hostClock } = deps
  const waiting: Int16Array[] = []
  const silence = new Int16Array(TALK_FRAME_SAMPLES)
  let isSpeaking = false
  /** Times that a single frame has waited for a second one. */
  let waits = 0
  let sequence = 0
  let timestamp = 0
  let stop = (): void => undefined

  const nextFrame = (): Int16Array => {
    if (!isSpeaking && waiting.length > 0) isSpeaking = waiting.length >= BEGIN_FRAMES || waits++ > 0
    if (!isSpeaking) return silence
    waits = 0
    const frame = waiting.shift()
    isSpeaking = frame !== undefined
    return frame ?? silence
  }
  const sendFrame = (): void => {
    const bytes = encodeAudio('alaw', nextFrame())
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
        for (; dueMs <= nowMs; dueMs += TALK_FRAME_MS) sendFrame()
      })
    },
    hear(samples: Int16Array): void {
      waiting.push(samples)
      if (waiting.length > WAITING_MOST) waiting.shift()
    },
    stop: () => stop(),
  }
}
