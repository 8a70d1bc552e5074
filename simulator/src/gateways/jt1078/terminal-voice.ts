/**
 * Talk with a terminal: asked for by 0x9101 (data types 2 talk, 3 listen, 4 broadcast), both directions in G.711 on the
 * one connection that the terminal opens (JT/T 1078-2016, 5.5).
 */
import { decodeAlaw, encodeAlaw } from '@backlot/contract/talk/g711-alaw'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import type { AssembledFrame } from '../../wire/jt1078/frame-assembler.ts'
import { g711Header, g711Samples } from '../../wire/jt1078/g711-samples.ts'
import { DATA_TYPES, PAYLOAD_TYPES } from '../../wire/jt1078/payload-types.ts'
import type { SimBytes } from '../../wire/jt1078/rtp-packet.ts'
import { createRtpPacketizer } from '../../wire/jt1078/rtp-packetizer.ts'
import { decodeUlaw } from '../../wire/rtp/g711-ulaw.ts'
import type { Jt808Gateway } from '../jt808/create-jt808-gateway.ts'
import { TerminalRequestError } from '../jt808/terminal-requests.ts'
import type { SenderEnd } from './asked-streams.ts'
import { bareAddress } from './media-connection.ts'
import { createSpeechBuffer } from './speech-buffer.ts'
import type { TerminalFeedsDeps } from './terminal-feeds.ts'

type Use = 'call' | 'monitor' | 'broadcast'
type Answer = 'ok' | 'refuse' | 'noAnswer' | 'network'

export type TerminalVoice = {
  hasMicrophone: true
  open(use: Use, ended: () => void): { answer: Promise<Answer>; close(): void }
  hear(samples: Int16Array): void
  speak(): Int16Array
}

export type TerminalVoiceDeps = TerminalFeedsDeps & {
  gateway: Pick<Jt808Gateway, 'request' | 'endsOf' | 'terminal'>
  /** The channel that a talk with a terminal goes over; undefined: it has none. */
  channelOf(sn: string): number | undefined
}

const DATA = { call: 2, monitor: 3, broadcast: 4 } as const
const END_TALK = 4
/** A terminal that has agreed opens its connection by then. */
const CONNECT_WITHIN_MS = 10_000

/** The voice of one terminal, its connection open while anybody wants it. */
export function createTerminalVoice(deps: TerminalVoiceDeps, sn: string): TerminalVoice {
  const users = new Map<object, { use: Use; ended: () => void }>()
  let path: ReturnType<typeof openPath> | undefined

  /** Both directions at once where people listen and speak. */
  const wanted = (): Use => {
    const uses = new Set([...users.values()].map(({ use }) => use))
    const [only] = uses
    return uses.size === 1 && only ? only : 'call'
  }
  const lost = (): void => {
    path = undefined
    for (const { ended } of [...users.values()]) ended()
  }
  return {
    hasMicrophone: true,
    open(use, ended) {
      const user = {}
      users.set(user, { use, ended })
      const needed = wanted()
      if (!path || (path.use !== needed && path.use !== 'call')) {
        path?.close()
        path = openPath(deps, sn, needed, lost)
      }
      return {
        answer: path.answer,
        close() {
          if (!users.delete(user) || users.size > 0) return
          path?.close()
          path = undefined
        },
      }
    },
    hear: (samples) => path?.hear(samples),
    speak: () => path?.speak() ?? new Int16Array(SAMPLES),
  }
}

const SAMPLES = 320

function openPath(deps: TerminalVoiceDeps, sn: string, use: Use, lost: () => void) {
  const { gateway, listener, hostClock, log } = deps
  const ends = gateway.endsOf(sn)
  const channel = deps.channelOf(sn)
  const speech = createSpeechBuffer()
  const startMs = hostClock.now()
  let end: SenderEnd | undefined
  let isHeaded = false
  let isOver = false
  let connected = (): void => undefined

  const take = ({ dataType, payloadType, bytes }: AssembledFrame): void => {
    if (dataType !== DATA_TYPES.audio) return
    const samples = g711Samples(bytes)
    isHeaded = samples !== bytes
    if (payloadType === PAYLOAD_TYPES.g711a) speech.push(decodeAlaw(samples))
    else if (payloadType === PAYLOAD_TYPES.g711u) speech.push(decodeUlaw(samples))
    else listener.counters.unsupported++
  }
  const simBytes: SimBytes = gateway.terminal(sn)?.version === 2019 ? 10 : 6
  const packetsOf =
    ends && channel !== undefined
      ? createRtpPacketizer({ sim: ends.phone.slice(-2 * simBytes), simBytes, channel })
      : undefined
  const unask =
    ends && channel !== undefined
      ? listener.ask({
          phone: ends.phone,
          address: bareAddress(ends.address),
          channel,
          frame: take,
          lost() {
            if (isOver) return
            close()
            lost()
          },
          talk: {
            isSilent: use === 'broadcast',
            begun(sender) {
              end = sender
              connected()
            },
          },
        })
      : () => undefined

  const ask = async (): Promise<Answer> => {
    if (!ends || channel === undefined) return 'network'
    const coming = new Promise<Answer>((resolve) => {
      const cancel = hostClock.after(CONNECT_WITHIN_MS, () => resolve('noAnswer'))
      connected = () => {
        cancel()
        resolve('ok')
      }
      if (end) connected()
    })
    listener.counters.requests++
    try {
      const { result } = await gateway.request(sn, {
        kind: 'live',
        host: deps.host ?? bareAddress(ends.local),
        tcpPort: listener.port,
        udpPort: 0,
        channel,
        dataType: DATA[use],
        streamType: 0,
      })
      if (result === ACK_RESULTS.ok) return await coming
      log.debug({ sn, channel, result }, 'a terminal refused to talk')
    } catch (error) {
      log.debug({ sn, channel, err: error }, 'a terminal was not reached for a talk')
      if (error instanceof TerminalRequestError && error.code === 'timeout') return failed('noAnswer')
      return failed('network')
    }
    return failed('refuse')
  }
  const failed = (answer: Answer): Answer => {
    connected()
    listener.counters.requestsFailed++
    return answer
  }
  const close = (): void => {
    if (isOver) return
    isOver = true
    connected()
    unask()
    if (channel === undefined || !gateway.endsOf(sn)) return
    // The one end that leaves the pictures of the channel alone, whatever the talk was.
    gateway
      .request(sn, { kind: 'liveControl', channel, command: END_TALK, closeType: 0, streamType: 0 })
      .catch((error: unknown) => log.debug({ sn, channel, err: error }, 'a terminal did not end a talk'))
  }

  return {
    use,
    answer: ask(),
    close,
    hear(samples: Int16Array): void {
      if (!end || !packetsOf) return
      const bytes = encodeAlaw(samples)
      const frame = {
        payloadType: PAYLOAD_TYPES.g711a,
        dataType: DATA_TYPES.audio,
        timestampMs: Math.max(0, hostClock.now() - startMs),
        bytes: isHeaded ? Buffer.concat([g711Header(bytes.length), bytes]) : bytes,
      }
      for (const packet of packetsOf(frame)) end.send(packet)
    },
    speak: (): Int16Array => speech.pull(SAMPLES),
  }
}
