/** Packets of one sender on their way to the streams that were asked of it. */

import { countIn } from '../../sockets/connection-counters.ts'
import { FrameAssembler, type FrameItem } from '../../wire/jt1078/frame-assembler.ts'
import { isVideo } from '../../wire/jt1078/payload-types.ts'
import type { Jt1078Problem } from '../../wire/jt1078/problem.ts'
import type { RtpPacket } from '../../wire/jt1078/rtp-packet.ts'
import type { AskedStream, AskedStreams, SenderEnd } from './asked-streams.ts'
import type { Jt1078Counters } from './jt1078-counters.ts'
import type { Jt1078Limits } from './jt1078-limits.ts'

/** Streams of one sender: the channels of a vehicle. */
const STREAMS_MOST = 32
/** A frame of each channel may be under way, but they are not that long. */
const UNFINISHED_FRAMES = 2

export type SenderFrames = {
  /** Takes a packet; answers why none of this sender is wanted, where that is so. */
  packet(packet: RtpPacket, nowMs: number): 'unasked' | 'taken' | undefined
  /** It has sent nothing: whether a talk is awaited of somebody like that, which then has it. */
  listens(nowMs: number): boolean
  problem(problem: Jt1078Problem): void
  /** Whether there were too many problems, or too many bytes, since the last whole frame. */
  isBad(): boolean
  /** The sender has gone. */
  end(): void
}

/** Name of a stream whose sender names none. */
const SILENT = 'silent'

export function createSenderFrames(deps: {
  asked: AskedStreams
  counters: Jt1078Counters
  limits: Jt1078Limits
  /** The sender's address. */
  address: string
  /** Its end here. */
  sender: SenderEnd
  /** Nobody wants anything of this sender any more. */
  onDone(): void
}): SenderFrames {
  const { asked, counters, limits, address, sender } = deps
  const assembler = new FrameAssembler({ frameBytes: limits.frameBytes, frames: STREAMS_MOST })
  const streams = new Map<string, AskedStream>()
  let badInRow = 0
  /** Bytes since the last whole frame. */
  let unfinished = 0

  const problem = ({ code }: Jt1078Problem): void => {
    countIn(counters.problems, code)
    badInRow++
  }
  const take = (item: FrameItem, stream: AskedStream): void => {
    if (item.kind === 'problem') {
      problem(item.problem)
      return
    }
    badInRow = 0
    unfinished = 0
    counters.frames++
    stream.taker.frame(item.frame)
  }
  const leave = (key: string): void => {
    streams.delete(key)
    if (streams.size === 0) deps.onDone()
  }

  const adopt = (key: string, stream: AskedStream): AskedStream => {
    streams.set(key, stream)
    stream.onDone = () => leave(key)
    return stream
  }

  return {
    listens(nowMs) {
      if (streams.size > 0) return false
      const stream = asked.claimSilent(address, sender, nowMs)
      if (stream) adopt(SILENT, stream)
      return stream !== undefined
    },
    packet(packet, nowMs) {
      counters.packets++
      const key = `${packet.sim}/${packet.channel}`
      let stream = streams.get(key)
      const from = { address, nowMs, replacedAfterMs: limits.replacedAfterMs }
      if (stream?.taker.talk && isVideo(packet.dataType)) {
        // Its first packets were sound, but it is no talk.
        const pictures = asked.claim(packet, sender, from)
        if (typeof pictures === 'string') return undefined
        stream.sender = undefined
        stream.onDone = () => undefined
        stream = adopt(key, pictures)
      }
      if (!stream) {
        const found = asked.claim(packet, sender, from)
        if (typeof found === 'string') {
          counters.strangers++
          // Another channel of a sender that is heard disturbs nobody.
          return streams.size > 0 ? undefined : found
        }
        stream = adopt(key, found)
      }
      stream.heardMs = nowMs
      unfinished += packet.body.length
      for (const item of assembler.add(packet)) take(item, stream)
      return undefined
    },
    problem,
    isBad: () => badInRow >= limits.badInRow || unfinished > UNFINISHED_FRAMES * limits.frameBytes,
    end() {
      for (const stream of [...streams.values()]) {
        stream.onDone = () => undefined
        if (stream.sender !== sender) continue
        stream.sender = undefined
        stream.taker.lost()
      }
      streams.clear()
    },
  }
}
