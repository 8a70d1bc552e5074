/**
 * Speech to devices (GB/T 28181-2016, 9.12): a MESSAGE with Broadcast calls the device, which asks for the sound by an
 * INVITE; G.711 A-law goes out in RTP until either side hangs up.
 */
import { isIP } from 'node:net'
import type { ClientFault } from '@backlot/contract/servers/constants'
import { createAlawSender } from '../../media/alaw-sender.ts'
import { openRtpLink } from '../../media/ps/open-rtp-link.ts'
import type { RtpLink, RtpLinkKind } from '../../media/ps/rtp-link.ts'
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import { header } from '../../sip/sip-text.ts'
import { DISCARD_PORT } from '../../wire/sdp/discard-port.ts'
import { type GbSession as GbDescription, gbSdp } from '../../wire/sdp/gb-session.ts'
import { ssrcDomain, ssrcNumber, writeGbSsrc } from '../../wire/sdp/gb-ssrc.ts'
import { hasPcma, PCMA, PCMA_FORMAT } from '../../wire/sdp/gb-voice.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { writeSdp } from '../../wire/sdp/write-sdp.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { speakersOf } from './gb-channels.ts'
import type { GbMediaOptions } from './gb-invites.ts'
import { gbIdIn } from './gb-registrar.ts'
import type { GbSession } from './gb-session.ts'
import { mediaSource } from './media-source.ts'
import { createSpeechFrames } from './speech-frames.ts'

export type GbSpeechLine = {
  /** Sound of 40 ms, 8 kHz. */
  hear(samples: Int16Array): void
  close(): void
}
/** offline: not registered, or without a loudspeaker; refused: it says no; silent: it does not answer, or does not call back. */
export type GbSpeechFailure = 'offline' | 'refused' | 'silent' | 'noPort'

export type GbSpeech = {
  /** Calls the loudspeaker of a channel; `ended` comes once when the device hangs up or goes. */
  open(sn: string, chnId: number, ended: () => void): Promise<GbSpeechLine | GbSpeechFailure>
  /** INVITE of a device. */
  invited(incoming: IncomingRequest): void
  calls(): number
}

type Waiting = {
  session: GbSession
  gbId: string
  take(incoming: IncomingRequest, offer: GbDescription): void
}

export function createGbSpeech(context: GbContext, media: GbMediaOptions): GbSpeech {
  const { serverId, endpoint, sessions, records, counters, hostClock, log } = context
  /** Devices that were called and have not called back, by device and by loudspeaker. */
  const waiting = new Map<string, Waiting>()
  let open = 0
  let serial = 0

  /** Answers the INVITE of a device; the line speaks after its ACK. */
  const answer = async (
    incoming: IncomingRequest,
    offer: GbDescription,
    session: GbSession,
    on: { acked(line: GbSpeechLine): void; failed(why: GbSpeechFailure): void; ended(): void },
  ): Promise<void> => {
    let link: RtpLink | undefined
    let dialog: SipDialog | undefined
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      open--
      sender?.stop()
      session.ends.delete(end)
      void link?.close()
      dialog?.end()
      on.ended()
    }
    let sender: ReturnType<typeof createAlawSender> | undefined
    open++
    incoming.onCancelled(end)
    session.ends.add(end)
    const kind: RtpLinkKind =
      offer.transport === 'udp' ? 'udp' : offer.setup === 'passive' ? 'tcp-active' : 'tcp-passive'
    try {
      link = await openRtpLink({ kind, host: media.host, ports: media.ports, tap: media.tap }, hostClock, {
        ready: () => sender?.start(),
        packet: () => undefined,
        report: () => undefined,
        end,
      })
    } catch {
      incoming.respond(500, { reason: 'No port' })
      on.failed('noPort')
      return end()
    }
    if (isOver) {
      // The device went while the port was opened.
      incoming.respond(480)
      await link.close()
      return
    }
    const own = writeGbSsrc({ history: false, domain: ssrcDomain(serverId), serial: ++serial % 10_000 })
    const ssrc = offer.ssrc !== undefined && ssrcNumber(offer.ssrc) !== undefined ? offer.ssrc : own
    const address = media.addressTowards(session.peer.address)
    const body = writeSdp(
      gbSdp({
        kind: 'Play',
        ownerId: serverId,
        connection: { addressType: isIP(address) === 6 ? 'IP6' : 'IP4', address },
        media: 'audio',
        port: kind === 'tcp-active' ? DISCARD_PORT : link.port,
        transport: offer.transport,
        ...(kind !== 'udp' && {
          setup: kind === 'tcp-active' ? ('active' as const) : ('passive' as const),
          reuse: 'new' as const,
        }),
        direction: 'sendonly',
        payloads: [PCMA],
        ssrc,
        format: PCMA_FORMAT,
      }),
    )
    const way = link
    const speech = createSpeechFrames()
    sender = createAlawSender({
      ssrc: ssrcNumber(ssrc)!,
      hostClock,
      nextFrame: speech.next,
      send: way.send,
      bufferedBytes: way.bufferedBytes,
    })
    dialog = incoming.accept(
      {
        headers: [
          endpoint.contact(serverId, incoming.from.transport),
          header('Content-Type', 'application/sdp'),
        ],
        body: Buffer.from(body),
      },
      {
        acked() {
          if (isOver) return
          const host = mediaSource(offer.connection.address, session.peer.address)
          way.start({ host, port: offer.port })
          on.acked({ hear: speech.hear, close: end })
        },
        ended: end,
      },
    )
    if (!dialog) end()
  }

  return {
    async open(sn, chnId, ended) {
      const session = sessions.get(sn)
      const speakers = speakersOf(sn, records.find(sn)?.channels ?? [])
      // An operator names the picture or the loudspeaker beside it.
      const speaker = speakers.find((one) => one.chnId === chnId || one.videoChnId === chnId)
      if (!session || !speaker) return 'offline'
      const { gbId } = speaker
      counters.broadcasts++
      const failed = (why: GbSpeechFailure): GbSpeechFailure => {
        counters.broadcastsFailed++
        context.faults.note(sn, SPEECH_FAULTS[why])
        log.debug({ sn, chnId, why }, 'a device takes no speech')
        return why
      }
      let cancelTimer = (): void => undefined
      let isWaiting = true
      const called = new Promise<GbSpeechLine | GbSpeechFailure>((resolve) => {
        let told = (): void => resolve('silent')
        const entry: Waiting = {
          session,
          gbId,
          take(incoming, offer) {
            forget()
            void answer(incoming, offer, session, {
              acked(line) {
                let isClosed = false
                told = () => {
                  if (!isClosed) ended()
                }
                resolve({
                  hear: line.hear,
                  close() {
                    isClosed = true
                    line.close()
                  },
                })
              },
              failed: resolve,
              ended() {
                told()
              },
            })
          },
        }
        const forget = (): void => {
          isWaiting = false
          cancelTimer()
          session.ends.delete(gone)
          for (const id of [sn, gbId]) if (waiting.get(id) === entry) waiting.delete(id)
        }
        const gone = (): void => {
          forget()
          resolve('silent')
        }
        waiting.set(sn, entry)
        waiting.set(gbId, entry)
        session.ends.add(gone)
        cancelTimer = hostClock.after(GB_LIMITS.callBackWithinMs, gone)
        let isRefused = false
        void context.queries
          .ask(session, { kind: 'broadcast', sourceId: serverId, targetId: gbId }, (reply) => {
            isRefused = reply.kind === 'broadcastResponse' && reply.result !== 'OK'
            return reply.kind === 'broadcastResponse'
          })
          .then((isAnswered) => {
            // One that called back without an answer is spoken to.
            if (!isWaiting || (isAnswered && !isRefused)) return
            forget()
            resolve(isRefused ? 'refused' : 'silent')
          })
      })
      const line = await called
      return typeof line === 'string' ? failed(line) : line
    },
    invited(incoming) {
      const id = gbIdIn(incoming.request, 'From')
      const entry = id === undefined ? undefined : waiting.get(id)
      const session = entry?.session ?? (id === undefined ? undefined : sessions.get(id))
      if (!session || session.peer.address !== incoming.from.address) {
        counters.strangers++
        return incoming.respond(403)
      }
      const sdp = readSdp(incoming.request.body)
      if (!sdp.ok) return incoming.respond(400, { reason: 'Bad SDP' })
      const read = readGbSession(sdp.value)
      if (!read.ok) return incoming.respond(488)
      const offer = read.value
      const isSound =
        offer.media === 'audio' &&
        offer.port > 0 &&
        offer.direction !== 'sendonly' &&
        offer.direction !== 'inactive' &&
        hasPcma(offer.payloads)
      // The platform sends G.711 A-law, and takes nothing that it did not ask for.
      if (!isSound) return incoming.respond(488)
      if (!entry) return incoming.respond(403, { reason: 'No broadcast' })
      entry.take(incoming, offer)
    },
    calls: () => open,
  }
}

const SPEECH_FAULTS = {
  offline: 'speechSilent',
  refused: 'speechRefused',
  silent: 'speechSilent',
  noPort: 'noPort',
} as const satisfies Readonly<Record<GbSpeechFailure, ClientFault>>
