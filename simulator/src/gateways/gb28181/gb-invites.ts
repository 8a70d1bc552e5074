/** Calls to channels for their pictures (GB/T 28181-2016, 9.2 and 9.8): INVITE, the port that they come to, INFO, BYE. */
import { isIP } from 'node:net'
import type { ClientFault } from '@backlot/contract/servers/constants'
import { openPsReceiver, type PsReceiverEnd } from '../../media/ps/open-ps-receiver.ts'
import type { PortPool } from '../../media/ps/port-pool.ts'
import { RtpPortError } from '../../media/ps/rtp-link.ts'
import type { PulledEvents, PulledSession } from '../../media/pulled-source.ts'
import type { SipDialog } from '../../sip/sip-calls.ts'
import { header } from '../../sip/sip-text.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { writeSubject } from '../../wire/gb28181/subject.ts'
import { DISCARD_PORT } from '../../wire/sdp/discard-port.ts'
import { GB_PAYLOADS } from '../../wire/sdp/gb-payloads.ts'
import { type GbSession as GbDescription, gbSdp } from '../../wire/sdp/gb-session.ts'
import { ssrcDomain, writeGbSsrc } from '../../wire/sdp/gb-ssrc.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { writeSdp } from '../../wire/sdp/write-sdp.ts'
import { headerValue, type SipRequest, type SipResponse } from '../../wire/sip/sip-message.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { sipUri } from './gb-queries.ts'
import type { GbSession } from './gb-session.ts'
import { mediaSource } from './media-source.ts'
import { createPacketTotals, type PacketTotals } from './packet-totals.ts'

export type GbMediaOptions = {
  /** Own address to bind, and that of this machine as a device at the other address reaches it. */
  host: string
  addressTowards(address: string): string
  /** Over TCP the device connects to a port of the platform, or with `tcp-active` the platform to one of the device. */
  transport: 'udp' | 'tcp' | 'tcp-active'
  /** Ports of the platform; left out: any free ones. */
  ports?: PortPool | undefined
  /** Hears the sockets; left out: nobody does. */
  tap?: SocketTap | undefined
}

export type GbWish = {
  session: GbSession
  /** Id of the channel. */
  gbId: string
  streamType: 'main' | 'sub'
  /** A recording, epoch seconds; left out: live. */
  span?: { startS: number; stopS: number }
  /** While it says true, nothing needs to come. */
  mayBeSilent?(): boolean
}

export type GbCall = PulledSession & {
  /** Sends a body of MANSRTSP; whether the device takes it. */
  info(body: string): Promise<boolean>
}

export type GbInvites = {
  /**
   * Invites a channel; of `events`, `end` comes at most once, and not after `close`. Rejects with an Error whose message
   * says why there is no picture: the device refuses, does not answer, describes what is no stream, or no port is free.
   */
  invite(wish: GbWish, events: PulledEvents): Promise<GbCall>
  /** A message that belongs to a call, by its Call-ID: the session of the call. */
  sessionOf(request: SipRequest): GbSession | undefined
  /** The device says that a recording has come to its end: by Call-ID, else by the id of the channel. */
  mediaEnded(session: GbSession, request: SipRequest, deviceId: string): void
  open(): number
  packets(): PacketTotals
}

const TEXTS = {
  goodbye: 'The device has ended the stream.',
  silent: 'No pictures came from the device.',
  unreachable: 'The device cannot be reached.',
  notCalled: 'The device did not connect to send pictures.',
  peerGone: 'The device closed the connection of the pictures.',
  noRtp: 'What the device sends is no RTP.',
  lost: 'The call with the device is lost.',
  noAnswer: 'The device does not answer.',
  tooMany: 'Too many calls are open.',
  noPort: 'No port is free for pictures.',
} as const satisfies Partial<Record<ClientFault, string>> & Record<PsReceiverEnd, string>

/** Why a call ended: a sentence for people, and what of it is kept as the device's last fault. */
type Why = { text: string; code?: ClientFault; detail?: string }
const why = (code: keyof typeof TEXTS, detail?: string): Why => ({
  text: detail ? `${TEXTS[code]} (${detail})` : TEXTS[code],
  code,
  ...(detail && { detail }),
})
const OFFLINE: Why = { text: 'The device has gone offline.' }
const ENDED: Why = { text: 'The recording has ended.' }

const LINKS = { udp: 'udp', tcp: 'tcp-passive', 'tcp-active': 'tcp-active' } as const
type Open = { session: GbSession; gbId: string; isRecording: boolean; end(why: Why): void }

export function createGbInvites(context: Omit<GbContext, 'invites'>, media: GbMediaOptions): GbInvites {
  const { serverId, domain, endpoint, counters, hostClock } = context
  const used = new Set<number>()
  const calls = new Map<string, Open>()
  const packets = createPacketTotals()
  let nextSerial = 1
  const takeSerial = (): number | undefined => {
    if (used.size >= GB_LIMITS.streams - 1) return undefined
    while (used.has(nextSerial)) nextSerial = (nextSerial + 1) % GB_LIMITS.streams
    const serial = nextSerial
    nextSerial = (serial + 1) % GB_LIMITS.streams
    used.add(serial)
    return serial
  }

  const describe = (wish: GbWish, port: number, ssrc: string): GbDescription => {
    const { session, span, gbId } = wish
    const address = media.addressTowards(session.peer.address)
    const isTcp = media.transport !== 'udp'
    return {
      kind: span ? 'Playback' : 'Play',
      ownerId: serverId,
      connection: { addressType: isIP(address) === 6 ? 'IP6' : 'IP4', address },
      ...(span && { source: { id: gbId, type: 0 }, span }),
      media: 'video',
      port: port === 0 ? DISCARD_PORT : port,
      transport: isTcp ? 'tcp' : 'udp',
      ...(isTcp && {
        setup: media.transport === 'tcp' ? ('passive' as const) : ('active' as const),
        reuse: 'new' as const,
      }),
      direction: 'recvonly',
      payloads: GB_PAYLOADS.filter(({ type }) => type === 96),
      ...(session.is2022 && { streamNumber: wish.streamType === 'sub' ? 1 : 0 }),
      ssrc,
    }
  }

  const invite: GbInvites['invite'] = async (wish, events) => {
    const { session, gbId, mayBeSilent } = wish
    const serial = takeSerial()
    if (serial === undefined) throw new Error('Too many streams are open.')
    counters.invites++
    let dialog: SipDialog | undefined
    let isOver = false
    /** Before the answer it rejects, afterwards it tells. */
    let end = (_why: Why): void => undefined
    const receiver = await openPsReceiver({
      transport: { kind: LINKS[media.transport], host: media.host, ports: media.ports, tap: media.tap },
      // Many devices send an SSRC of their own: the first source of the device's address counts.
      ssrc: undefined,
      hostClock,
      ...(mayBeSilent && { mayBeSilent }),
      events: { tag: (tag) => events.tag(tag), live: () => undefined, restarted: () => undefined },
      onEnd: (reason, detail) => end(why(reason, detail)),
    }).catch((error: unknown) => {
      used.delete(serial)
      counters.invitesFailed++
      if (!(error instanceof RtpPortError)) throw error
      context.faults.note(session.sn, 'noPort')
      throw new Error(TEXTS.noPort)
    })
    packets.add(receiver)
    const goneOffline = () => end(OFFLINE)
    const note = ({ code, detail }: Why): void => {
      if (code) context.faults.note(session.sn, code, detail)
    }
    let stopWaiting = (): void => undefined
    const release = async (): Promise<void> => {
      if (isOver) return
      isOver = true
      stopWaiting()
      session.ends.delete(goneOffline)
      used.delete(serial)
      if (dialog) calls.delete(dialog.callId)
      dialog?.end()
      packets.end(receiver)
      await receiver.close()
    }

    return new Promise<GbCall>((resolve, reject) => {
      end = (failure) => {
        if (isOver) return
        counters.invitesFailed++
        note(failure)
        void release().then(() => reject(new Error(failure.text)))
      }
      if (session.isOver) return goneOffline()
      session.ends.add(goneOffline)
      dialog = endpoint.dialog(
        {
          local: `<sip:${serverId}@${domain}>`,
          remote: `<sip:${gbId}@${domain}>`,
          target: sipUri(gbId, session),
          peer: session.peer,
        },
        { ended: (reason) => end(why(reason === 'bye' ? 'goodbye' : 'lost')) },
      )
      if (!dialog) return end(why('tooMany'))
      const own = dialog
      calls.set(own.callId, {
        session,
        gbId,
        isRecording: wish.span !== undefined,
        end: (reason) => end(reason),
      })
      const ssrc = writeGbSsrc({ history: wish.span !== undefined, domain: ssrcDomain(serverId), serial })
      const subject = { senderId: gbId, senderStream: ssrc, receiverId: serverId, receiverStream: '0' }
      const call = own.request(
        'INVITE',
        {
          headers: [
            endpoint.contact(serverId, session.peer.transport),
            header('Subject', writeSubject(subject)),
            header('Content-Type', 'application/sdp'),
          ],
          body: Buffer.from(writeSdp(gbSdp(describe(wish, receiver.port, ssrc)))),
        },
        {
          answered(response) {
            // The endpoint hangs up what is answered too late.
            if (isOver) return
            if (response.status >= 300) return end(refusalOf(response))
            const answer = answerOf(response)
            if ('text' in answer) return end(answer)
            stopWaiting()
            stopWaiting = () => undefined
            end = (reason) => {
              if (isOver) return
              note(reason)
              void release()
              events.end(reason.text)
            }
            receiver.start({
              host: mediaSource(answer.connection.address, session.peer.address),
              port: answer.port,
            })
            resolve({
              close: release,
              lost: () => receiver.stats().lost,
              info: (body) => sendInfo(own, body),
            })
          },
          failed(reason) {
            end(why(reason === 'unreachable' ? 'unreachable' : 'noAnswer'))
          },
        },
      )
      const cancelTimer = hostClock.after(GB_LIMITS.inviteWithinMs, () => end(why('noAnswer')))
      stopWaiting = () => {
        cancelTimer()
        call.cancel()
      }
    })
  }

  const byCallId = (request: SipRequest) => calls.get(headerValue(request, 'Call-ID') ?? '')

  return {
    invite,
    sessionOf: (request) => byCallId(request)?.session,
    mediaEnded(session, request, deviceId) {
      const own = byCallId(request)
      const recordings = [...calls.values()].filter((one) => one.session === session && one.isRecording)
      const named = recordings.filter(({ gbId }) => gbId === deviceId)
      // Recorders name themselves; that is plain while they play one recording.
      const ended = own ? recordings.filter((one) => one === own) : named.length > 0 ? named : recordings
      if (own || named.length > 0 || ended.length === 1) for (const one of ended) one.end(ENDED)
    },
    open: () => used.size,
    packets: packets.read,
  }
}

function sendInfo(dialog: SipDialog, body: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (dialog.isOver()) return resolve(false)
    dialog.request(
      'INFO',
      { headers: [header('Content-Type', 'Application/MANSRTSP')], body: Buffer.from(body) },
      { answered: ({ status }) => resolve(status < 300), failed: () => resolve(false) },
    )
  })
}

function refusalOf({ status, reason }: SipResponse): Why {
  const detail = `${status} ${reason.slice(0, 80)}`
  return { text: `The device refuses the picture: ${detail}`, code: 'refused', detail }
}

function answerOf({ body }: SipResponse): GbDescription | Why {
  const sdp = readSdp(body)
  const read = sdp.ok ? readGbSession(sdp.value) : sdp
  if (!read.ok) {
    const detail = read.problem.message.slice(0, 80)
    return { text: `The device describes no stream: ${detail}`, code: 'noStream', detail }
  }
  if (read.value.port === 0)
    return { text: 'The device refuses the picture in its description.', code: 'refused' }
  return read.value
}
