/** Live pictures of devices' channels: INVITE while somebody watches, BYE when nobody does (GB/T 28181-2016, 9.2). */
import { isIP } from 'node:net'
import { openPsReceiver, type PsReceiverEnd } from '../../media/ps/open-ps-receiver.ts'
import { RtpPortError } from '../../media/ps/rtp-link.ts'
import type { PulledEvents, PulledSession } from '../../media/pulled-source.ts'
import type { StreamName } from '../../media/stream-path.ts'
import { header } from '../../sip/sip-text.ts'
import { writeSubject } from '../../wire/gb28181/subject.ts'
import { GB_PAYLOADS } from '../../wire/sdp/gb-payloads.ts'
import { type GbSession as GbDescription, gbSdp } from '../../wire/sdp/gb-session.ts'
import { ssrcDomain, writeGbSsrc } from '../../wire/sdp/gb-ssrc.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { writeSdp } from '../../wire/sdp/write-sdp.ts'
import type { SipResponse } from '../../wire/sip/sip-message.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { sipUri } from './gb-queries.ts'

export type GbMediaOptions = {
  /** Own address to bind, and that of this machine as a device at the other address reaches it. */
  host: string
  addressTowards(address: string): string
  transport: 'udp' | 'tcp'
}

export type GbPlays = {
  /**
   * Invites a channel. Rejects with an Error whose message says why there is no picture: the device is away, refuses,
   * does not answer, describes what is no stream, or no port is free.
   */
  play(name: StreamName, events: PulledEvents): Promise<PulledSession>
  open(): number
}

const ENDS: Readonly<Record<PsReceiverEnd, string>> = {
  goodbye: 'The device has ended the stream.',
  silent: 'No pictures came from the device.',
  unreachable: 'The device takes no connection for pictures.',
  notCalled: 'The device did not connect to send pictures.',
  peerGone: 'The device closed the connection of the pictures.',
  noRtp: 'What the device sends is no RTP.',
}

export function createGbPlays(context: GbContext, media: GbMediaOptions): GbPlays {
  const { serverId, domain, endpoint, sessions, records, counters, hostClock } = context
  const used = new Set<number>()
  let nextSerial = 1
  const takeSerial = (): number | undefined => {
    if (used.size >= GB_LIMITS.streams - 1) return undefined
    while (used.has(nextSerial)) nextSerial = (nextSerial + 1) % GB_LIMITS.streams
    const serial = nextSerial
    nextSerial = (serial + 1) % GB_LIMITS.streams
    used.add(serial)
    return serial
  }

  const play: GbPlays['play'] = async ({ sn, chnId, streamType }, events) => {
    const session = sessions.get(sn)
    if (!session) throw new Error('The device is not registered.')
    const channel = records.find(sn)?.channels.find((one) => one.chnId === chnId && one.type === 'video')
    if (!channel) throw new Error('The device has no such channel.')
    const serial = takeSerial()
    if (serial === undefined) throw new Error('Too many streams are open.')
    counters.invites++
    let isOver = false
    let end = (why: string): void => events.end(why)
    const isTcp = media.transport === 'tcp'
    const receiver = await openPsReceiver({
      transport: { kind: isTcp ? 'tcp-passive' : 'udp', host: media.host },
      // Many devices send an SSRC of their own: the first source of the device's address counts.
      ssrc: undefined,
      hostClock,
      events: { tag: (tag) => events.tag(tag), live: () => undefined, restarted: () => undefined },
      onEnd: (reason, detail) => end(detail ? `${ENDS[reason]} (${detail})` : ENDS[reason]),
    }).catch((error: unknown) => {
      used.delete(serial)
      counters.invitesFailed++
      throw error instanceof RtpPortError ? new Error('No port is free for pictures.') : error
    })
    const address = media.addressTowards(session.peer.address)
    const ssrc = writeGbSsrc({ history: false, domain: ssrcDomain(serverId), serial })
    const offer: GbDescription = {
      kind: 'Play',
      ownerId: serverId,
      connection: { addressType: isIP(address) === 6 ? 'IP6' : 'IP4', address },
      media: 'video',
      port: receiver.port,
      transport: media.transport,
      ...(isTcp ? { setup: 'passive' as const, reuse: 'new' as const } : {}),
      direction: 'recvonly',
      payloads: GB_PAYLOADS.filter(({ type }) => type === 96),
      ...(session.is2022 ? { streamNumber: streamType === 'sub' ? 1 : 0 } : {}),
      ssrc,
    }
    let resolve: (opened: PulledSession) => void = () => undefined
    let reject: (why: Error) => void = () => undefined
    const promise = new Promise<PulledSession>((yes, no) => {
      resolve = yes
      reject = no
    })
    let close = async (): Promise<void> => {
      if (isOver) return
      isOver = true
      used.delete(serial)
      await receiver.close()
    }
    const dialog = endpoint.dialog(
      {
        local: `<sip:${serverId}@${domain}>`,
        remote: `<sip:${channel.gbId}@${domain}>`,
        target: sipUri(channel.gbId, session),
        peer: session.peer,
      },
      {
        ended(reason) {
          if (!isOver) end(reason === 'bye' ? ENDS.goodbye : 'The call with the device is lost.')
        },
      },
    )
    const fail = (why: string): void => {
      counters.invitesFailed++
      stopWaiting()
      void close().then(() => reject(new Error(why)))
    }
    let stopWaiting = (): void => undefined
    if (!dialog) {
      fail('Too many calls are open.')
      return promise
    }
    const hangUp = (): void => dialog.end()
    const subject = writeSubject({
      senderId: channel.gbId,
      senderStream: ssrc,
      receiverId: serverId,
      receiverStream: '0',
    })
    const call = dialog.request(
      'INVITE',
      {
        headers: [
          endpoint.contact(serverId, session.peer.transport),
          header('Subject', subject),
          header('Content-Type', 'application/sdp'),
        ],
        body: Buffer.from(writeSdp(gbSdp(offer))),
      },
      {
        answered(response) {
          stopWaiting()
          if (isOver) return hangUp()
          if (response.status >= 300) return fail(refusalText(response))
          const answer = answerOf(response)
          if (typeof answer === 'string') {
            fail(answer)
            return hangUp()
          }
          const inner = close
          const goneOffline = () => end('The device has gone offline.')
          close = async () => {
            const wasOver = isOver
            session.ends.delete(goneOffline)
            await inner()
            if (!wasOver) hangUp()
          }
          end = (why) => {
            if (isOver) return
            void close()
            events.end(why)
          }
          session.ends.add(goneOffline)
          receiver.start({
            host: sourceOf(answer.connection.address, session.peer.address),
            port: answer.port,
          })
          resolve({ close: () => close() })
        },
        failed(reason) {
          if (!isOver)
            fail(reason === 'unreachable' ? 'The device cannot be reached.' : 'The device does not answer.')
        },
      },
    )
    stopWaiting = hostClock.after(GB_LIMITS.inviteWithinMs, () => {
      call.cancel()
      fail('The device does not answer.')
    })
    return promise
  }

  return { play, open: () => used.size }
}

function refusalText({ status, reason }: SipResponse): string {
  return `The device refuses the picture: ${status} ${reason.slice(0, 80)}`
}

function answerOf({ body }: SipResponse): GbDescription | string {
  const sdp = readSdp(body)
  const read = sdp.ok ? readGbSession(sdp.value) : sdp
  if (!read.ok) return `The device describes no stream: ${read.problem.message.slice(0, 80)}`
  if (read.value.port === 0) return 'The device refuses the picture in its description.'
  return read.value
}

const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|127\.|0\.0\.0\.0$)/

/** Behind NAT a device describes an address that is not seen here: then its pictures come from where its calls do. */
function sourceOf(described: string, peer: string): string {
  if (isIP(described) === 0) return peer
  return PRIVATE.test(described) && !PRIVATE.test(peer) ? peer : described
}
