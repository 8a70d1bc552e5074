/** Streams that terminals were asked for: nothing else is taken. */
import type { AssembledFrame } from '../../wire/jt1078/frame-assembler.ts'
import type { RtpPacket } from '../../wire/jt1078/rtp-packet.ts'
import { bareNumber } from '../jt808/terminal-repository.ts'

/** What is asked for, and who gets it. */
export type StreamTaker = {
  /** Phone number of the terminal, and its address: media of others is not taken. */
  phone: string
  address: string
  channel: number
  frame(frame: AssembledFrame): void
  /** Its sender has gone, or was cut. */
  lost(): void
}

/** A stream that is asked for, and the sender that is heard. */
export type AskedStream = {
  taker: StreamTaker
  sender: object | undefined
  heardMs: number
  /** Called when nobody wants the stream any more. */
  onDone: () => void
}

export type AskedStreams = {
  /** Takes a stream from now on, until the returned function is called. */
  ask(taker: StreamTaker): () => void
  /**
   * The stream that a sender's packet is of; 'unasked' where nobody asked for it there, 'taken' while another sender is
   * heard. Of several with the same name the oldest that has no sender counts.
   */
  claim(
    packet: Pick<RtpPacket, 'sim' | 'channel'>,
    sender: object,
    from: { address: string; nowMs: number; replacedAfterMs: number },
  ): AskedStream | 'unasked' | 'taken'
  /** Whether anything is asked of an address. */
  knows(address: string): boolean
  count(): number
}

export function createAskedStreams(): AskedStreams {
  const streams = new Map<string, Set<AskedStream>>()
  const keyOf = (phone: string, channel: number) => `${bareNumber(phone)}/${channel}`
  /** How many streams are asked of each address. */
  const addresses = new Map<string, number>()
  const countAt = (address: string, by: number): void => {
    const count = (addresses.get(address) ?? 0) + by
    if (count > 0) addresses.set(address, count)
    else addresses.delete(address)
  }
  return {
    ask(taker) {
      const key = keyOf(taker.phone, taker.channel)
      const of = streams.get(key) ?? new Set()
      streams.set(key, of)
      const stream: AskedStream = { taker, sender: undefined, heardMs: 0, onDone: () => undefined }
      of.add(stream)
      countAt(taker.address, 1)
      return () => {
        if (!of.delete(stream)) return
        countAt(taker.address, -1)
        if (of.size === 0 && streams.get(key) === of) streams.delete(key)
        stream.onDone()
      }
    },
    claim({ sim, channel }, sender, { address, nowMs, replacedAfterMs }) {
      const named = [...(streams.get(keyOf(sim, channel)) ?? [])]
      const asked = named.filter(({ taker }) => taker.address === address)
      if (asked.length === 0) return 'unasked'
      const own = asked.find((stream) => stream.sender === sender)
      if (own) return own
      const free =
        asked.find((stream) => stream.sender === undefined) ??
        asked.find(({ heardMs }) => nowMs - heardMs >= replacedAfterMs)
      if (!free) return 'taken'
      // The sender before is told that it is wanted no more.
      if (free.sender) free.onDone()
      free.sender = sender
      free.heardMs = nowMs
      return free
    },
    knows: (address) => addresses.has(address),
    count: () => [...addresses.values()].reduce((sum, count) => sum + count, 0),
  }
}
