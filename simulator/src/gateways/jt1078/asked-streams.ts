/** Streams that terminals were asked for: nothing else is taken. */
import type { AssembledFrame } from '../../wire/jt1078/frame-assembler.ts'
import { isVideo } from '../../wire/jt1078/payload-types.ts'
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
  /** Left out: it is a stream of pictures. */
  talk?: {
    /** Its sender listens, and says nothing: it is known by its address alone. */
    isSilent: boolean
    begun(sender: SenderEnd): void
  }
}

/** The end of a connection with a sender: talk goes back on it. */
export type SenderEnd = { send(packet: Uint8Array): void }

/** A stream that is asked for, and the sender that is heard. */
export type AskedStream = {
  taker: StreamTaker
  sender: SenderEnd | undefined
  heardMs: number
  /** Called when nobody wants the stream any more. */
  onDone: () => void
}

export type AskedStreams = {
  /** Takes a stream from now on, until the returned function is called. */
  ask(taker: StreamTaker): () => void
  /**
   * The stream that a sender's packet is of; 'unasked' where nobody asked for it there, 'taken' while another sender is
   * heard. Of several with the same name the oldest that has no sender counts: sound is taken for a talk first, a
   * picture never.
   */
  claim(
    packet: Pick<RtpPacket, 'sim' | 'channel' | 'dataType'>,
    sender: SenderEnd,
    from: { address: string; nowMs: number; replacedAfterMs: number },
  ): AskedStream | 'unasked' | 'taken'
  /** The oldest talk that a sender of an address is awaited for who says nothing. */
  claimSilent(address: string, sender: SenderEnd, nowMs: number): AskedStream | undefined
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
  const begin = (stream: AskedStream, sender: SenderEnd, nowMs: number): AskedStream => {
    stream.sender = sender
    stream.heardMs = nowMs
    stream.taker.talk?.begun(sender)
    return stream
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
    claim({ sim, channel, dataType }, sender, { address, nowMs, replacedAfterMs }) {
      const named = [...(streams.get(keyOf(sim, channel)) ?? [])]
      const asked = named
        .filter(({ taker }) => taker.address === address && !(taker.talk && isVideo(dataType)))
        .toSorted((one, other) => Number(!one.taker.talk) - Number(!other.taker.talk))
      if (asked.length === 0) return 'unasked'
      const own = asked.find((stream) => stream.sender === sender)
      if (own) return own
      const free =
        asked.find((stream) => stream.sender === undefined) ??
        asked.find(({ heardMs }) => nowMs - heardMs >= replacedAfterMs)
      if (!free) return 'taken'
      // The sender before is told that it is wanted no more.
      if (free.sender) free.onDone()
      return begin(free, sender, nowMs)
    },
    claimSilent(address, sender, nowMs) {
      for (const of of streams.values()) {
        for (const stream of of) {
          const { taker } = stream
          if (taker.address === address && taker.talk?.isSilent && !stream.sender)
            return begin(stream, sender, nowMs)
        }
      }
      return undefined
    },
    knows: (address) => addresses.has(address),
    count: () => [...addresses.values()].reduce((sum, count) => sum + count, 0),
  }
}
