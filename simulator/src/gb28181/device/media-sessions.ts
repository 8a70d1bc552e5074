/** INVITEs for pictures: live, played back, downloaded (9.2, 9.8, 9.9 of 2016). The ACK begins them, BYE ends them. */
import type { PsSender } from '../../media/ps/open-ps-sender.ts'
import type { PortPool } from '../../media/ps/port-pool.ts'
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { MEDIA_ENDED } from '../../wire/gb28181/device-shapes.ts'
import { MANSCDP_TYPE } from '../../wire/gb28181/manscdp-type.ts'
import { readMansrtsp } from '../../wire/gb28181/mansrtsp.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import type { GbEncoding } from '../../wire/gb28181/xml-encoding.ts'
import type { GbSession } from '../../wire/sdp/gb-session.ts'
import type { SipRequest } from '../../wire/sip/sip-message.ts'
import type { GbContext } from './gb-context.ts'
import { answerOffer, type MediaOffer, readOffer, SDP_TYPE, targetOf } from './media-offer.ts'
import type { GbMedia, GbPlayback } from './ports.ts'
import type { OpenPsSender } from './send-ps.ts'

export type MediaSessions = {
  answer(incoming: IncomingRequest, session: GbSession): void
  count(): number
  /** Sessions that sent something since the start, and the packets of all. */
  stats(): { sessions: number; packets: number; bytes: number }
  close(): Promise<void>
}

type Session = { dialog: SipDialog; sender: PsSender; media: GbMedia }

/** A recorder sends at most so many streams at once. */
const SESSIONS_MOST = 32

export function createMediaSessions(
  context: GbContext,
  deps: {
    openPsSender: OpenPsSender
    host: string
    ports: PortPool | undefined
    tap?: SocketTap | undefined
    encoding: GbEncoding
  },
): MediaSessions {
  const { options, ports, log } = context
  const sessions = new Set<Session>()
  const totals = { sessions: 0, packets: 0, bytes: 0 }
  /** With those that are being opened. */
  let taken = 0
  let serial = 0
  const closing = new Set<Promise<void>>()

  const release = ({ sender, media }: Pick<Session, 'sender' | 'media'>): void => {
    const { packets, bytes } = sender.stats()
    totals.packets += packets
    totals.bytes += bytes
    const closed = sender.close().finally(() => closing.delete(closed))
    closing.add(closed)
    media.close()
  }

  const open = async (incoming: IncomingRequest, offer: MediaOffer, channelId: string): Promise<void> => {
    let isCancelled = false
    incoming.onCancelled(() => {
      isCancelled = true
    })
    const media = await ports.openMedia({
      channelId,
      streamNumber: offer.session.streamNumber ?? 0,
      ...(offer.span && { span: offer.span }),
      ...(offer.kind === 'Download' && { downloadSpeed: offer.session.downloadSpeed ?? 1 }),
    })
    if (media === 'busy') return incoming.respond(486)
    if (!media) return incoming.respond(offer.kind === 'Play' ? 480 : 404)
    let session: Session | undefined
    const sender = await deps
      .openPsSender({
        fanout: media.fanout,
        owner: `gb28181 ${channelId}`,
        audio: true,
        ssrc: offer.ssrc,
        payloadType: offer.payloadType,
        transport: { kind: offer.link, host: deps.host, ports: deps.ports, tap: deps.tap, peer: offer.peer },
        hostClock: context.hostClock,
        platformMs: () => context.now(),
        onEnd(reason, detail) {
          log.debug({ channelId, reason, detail }, 'a GB/T 28181 stream ended')
          session?.dialog.end()
        },
      })
      .catch((error: unknown) => {
        media.close()
        throw error
      })
    if (isCancelled) return release({ sender, media })
    const { host } = context.endpoint.local(options.server.transport)
    const { fileSizeBytes, downloadSpeed } = media.playback ?? {}
    const body = answerOffer(offer, {
      channelId,
      host,
      port: sender.port,
      codec: media.codec,
      ...(fileSizeBytes !== undefined && { fileSizeBytes }),
      ...(downloadSpeed !== undefined && { downloadSpeed }),
    })
    const contact = context.endpoint.contact(channelId, options.server.transport)
    const dialog = incoming.accept(
      { headers: [contact, SDP_TYPE], body },
      {
        acked() {
          sender.start()
        },
        request(inside) {
          const { status, reason, ends } = verdictInside(inside.request, media.playback)
          inside.respond(status, reason === undefined ? {} : { reason })
          if (ends) session?.dialog.end()
        },
        ended() {
          if (session && sessions.delete(session)) release(session)
        },
      },
    )
    if (!dialog) return release({ sender, media })
    session = { dialog, sender, media }
    sessions.add(session)
    totals.sessions++
    media.playback?.onEnded(() => {
      if (!dialog.isOver()) tellEnd(dialog, channelId)
    })
  }

  /** The recording is over: the platform ends the session (9.8.2). */
  const tellEnd = (dialog: SipDialog, channelId: string): void => {
    const message = {
      kind: 'mediaStatus',
      sn: context.nextSn(),
      deviceId: channelId,
      notifyType: MEDIA_ENDED,
    } as const
    const body = writeManscdp(message, deps.encoding)
    dialog.request(
      'MESSAGE',
      { headers: [MANSCDP_TYPE], body },
      {
        answered: ({ status }) => {
          if (status >= 300) dialog.end()
        },
        failed: () => dialog.end(),
      },
    )
  }

  return {
    answer(incoming, session) {
      const channelId = targetOf(incoming.request, options.id)
      const channel = ports.channels.all().find(({ id }) => id === channelId)
      if (channel?.kind !== 'camera') return incoming.respond(404)
      if (!channel.isOnline) return incoming.respond(480)
      const offer = readOffer(session, options.id, ++serial)
      if (!offer.ok) return incoming.respond(offer.status, { reason: offer.reason })
      if (taken + sessions.size >= SESSIONS_MOST) return incoming.respond(486)
      taken++
      open(incoming, offer.value, channelId)
        .catch((error: unknown) => {
          log.warn({ err: error, channelId }, 'a GB/T 28181 stream was not opened')
          incoming.respond(500)
        })
        .finally(() => taken--)
    },
    count: () => sessions.size,
    stats: () => {
      const sum = { ...totals }
      for (const { sender } of sessions) {
        const { packets, bytes } = sender.stats()
        sum.packets += packets
        sum.bytes += bytes
      }
      return sum
    },
    async close() {
      for (const { dialog } of [...sessions]) dialog.end()
      await Promise.all(closing)
    },
  }
}

const printable = (text: string): string => text.replace(/[^ -~]/g, '?').slice(0, 80)

type Verdict = { status: number; reason?: string; ends?: true }

/** INFO with MANSRTSP (annex B); a re-INVITE is not taken. */
function verdictInside({ method, body }: SipRequest, playback: GbPlayback | undefined): Verdict {
  if (method !== 'INFO') return { status: method === 'INVITE' ? 488 : 405 }
  const read = readMansrtsp(body)
  if (!read.ok) return { status: 400, reason: printable(read.problem.message) }
  const { value: wish } = read
  if (wish.kind !== 'request') return { status: 400, reason: 'No request' }
  if (!playback) return { status: 488, reason: 'Not a playback' }
  if (wish.method === 'TEARDOWN') return { status: 200, ends: true }
  if (wish.method === 'PAUSE') {
    playback.pause()
    return { status: 200 }
  }
  const { scale, range } = wish
  if (scale !== undefined && !playback.setScale(scale)) return { status: 488, reason: 'Scale' }
  if (range && range.start !== 'now' && !playback.seek(range.start)) return { status: 488, reason: 'Range' }
  playback.resume()
  return { status: 200 }
}
