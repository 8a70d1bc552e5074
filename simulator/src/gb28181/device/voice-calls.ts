/**
 * Sound between operators and devices, G.711 A-law. Broadcast (9.12 of 2016): the platform calls by a MESSAGE, and the
 * device asks it for the voice by an INVITE. Talk (s=Talk, 2016): the platform invites, and sound goes both ways.
 */
import type { PortPool } from '../../media/ps/port-pool.ts'
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { writeSubject } from '../../wire/gb28181/subject.ts'
import type { GbSession } from '../../wire/sdp/gb-session.ts'
import { ssrcDomain, ssrcNumber, writeGbSsrc } from '../../wire/sdp/gb-ssrc.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import type { GbContext } from './gb-context.ts'
import { linkOf, SDP_TYPE, targetOf } from './media-offer.ts'
import type { GbSpeaker } from './ports.ts'
import { openVoiceLine, type VoiceLine } from './voice-line.ts'
import { describeVoice, isVoice } from './voice-offer.ts'

export type VoiceCalls = {
  /** False: nobody here is called. */
  answer(broadcast: ManscdpOf<'broadcast'>): boolean
  /** INVITE with s=Talk. */
  invited(incoming: IncomingRequest, offer: GbSession): void
  count(): number
  /** Frames that were handed to speakers. */
  frames(): number
  close(): Promise<void>
}

const CALLS_MOST = 16

/** A call from its beginning to its end. */
type Call = { speaker: Pick<GbSpeaker, 'frame'>; isOver(): boolean; over(): void; end(): void } & {
  line?: VoiceLine
  dialog?: SipDialog | undefined
}

export function createVoiceCalls(
  context: GbContext,
  deps: { host: string; ports: PortPool | undefined; tap?: SocketTap | undefined },
): VoiceCalls {
  const { options, ports, log, hostClock, endpoint } = context
  const { server } = options
  const calls = new Set<Call>()
  const closing = new Set<Promise<void>>()
  let frames = 0
  let serial = 0

  const begin = (speaker: GbSpeaker): Call => {
    let isOver = false
    const call: Call = {
      speaker: {
        frame(bytes) {
          frames++
          speaker.frame(bytes)
        },
      },
      isOver: () => isOver,
      over() {
        if (isOver) return
        isOver = true
        calls.delete(call)
        speaker.close()
        const closed = call.line?.close().finally(() => closing.delete(closed!))
        if (closed) closing.add(closed)
      },
      end() {
        call.dialog?.end()
        call.over()
      },
    }
    calls.add(call)
    return call
  }
  const nextSsrc = (): string =>
    writeGbSsrc({ history: false, domain: ssrcDomain(options.id), serial: ++serial % 10_000 })
  const own = (channelId: string) => ({ channelId, host: endpoint.local(server.transport).host })
  const speakerOf = (channelId: string): GbSpeaker | 'busy' | undefined =>
    calls.size < CALLS_MOST ? ports.openSpeaker(channelId) : 'busy'

  const callBack = async (call: Call, channelId: string, sourceId: string): Promise<void> => {
    const kind = options.voice
    const line = await openVoiceLine({
      transport: { kind, ...deps },
      hostClock,
      speaker: call.speaker,
      ended: call.end,
    })
    if (call.isOver()) return line.close()
    call.line = line
    const ssrc = nextSsrc()
    const offer = { ...own(channelId), kind: 'Play', link: kind, port: line.port, ssrc } as const
    call.dialog = endpoint.dialog(
      {
        local: `<sip:${channelId}@${options.id.slice(0, 10)}>`,
        remote: `<sip:${sourceId}@${server.domain}>`,
        target: `sip:${sourceId}@${server.domain}`,
        peer: context.peer,
      },
      { ended: call.over },
    )
    if (!call.dialog) return call.over()
    const subject = { senderId: sourceId, senderStream: ssrc, receiverId: channelId, receiverStream: '0' }
    const headers = [
      endpoint.contact(channelId, server.transport),
      { name: 'Subject', value: writeSubject(subject) },
      SDP_TYPE,
    ]
    call.dialog.request(
      'INVITE',
      { headers, body: describeVoice({ ...offer, direction: 'recvonly' }) },
      {
        answered(response) {
          if (response.status >= 300) {
            log.debug({ channelId, status: response.status }, 'a GB/T 28181 broadcast was refused')
            return call.over()
          }
          const read = readSdp(response.body)
          const session = read.ok ? readGbSession(read.value) : read
          if (!session.ok || session.value.transport !== (kind === 'udp' ? 'udp' : 'tcp')) return call.end()
          const { connection, port, ssrc: named } = session.value
          line.start({ host: connection.address, port }, named === undefined ? undefined : ssrcNumber(named))
        },
        failed: call.over,
      },
    )
  }

  const talk = async (
    call: Call,
    incoming: IncomingRequest,
    offer: GbSession,
    channelId: string,
  ): Promise<void> => {
    const link = linkOf(offer)
    incoming.onCancelled(call.end)
    const isNamed = offer.ssrc !== undefined && ssrcNumber(offer.ssrc) !== undefined
    const ssrc = isNamed ? offer.ssrc! : nextSsrc()
    const line = await openVoiceLine({
      transport: { kind: link, ...deps },
      hostClock,
      speaker: call.speaker,
      microphone: { ssrc: ssrcNumber(ssrc)!, soundAt: (hostMs) => ports.soundAt(channelId, hostMs) },
      ended: call.end,
    })
    if (call.isOver()) return line.close()
    call.line = line
    const answer = { ...own(channelId), kind: 'Talk', link, port: line.port, ssrc } as const
    // Platforms that say that they receive alone speak all the same.
    const direction = offer.direction === 'recvonly' ? 'sendonly' : 'sendrecv'
    call.dialog = incoming.accept(
      {
        headers: [endpoint.contact(channelId, server.transport), SDP_TYPE],
        body: describeVoice({ ...answer, direction }),
      },
      {
        acked: () => line.start({ host: offer.connection.address, port: offer.port }),
        ended: call.over,
      },
    )
    if (!call.dialog) call.over()
  }

  const failed = (call: Call, channelId: string) => (error: unknown) => {
    call.end()
    log.warn({ err: error, channelId }, 'a GB/T 28181 broadcast was not opened')
  }
  return {
    answer({ sn, sourceId, targetId }) {
      const channel = ports.channels.all().find(({ id }) => id === targetId)
      const channelId = channel?.id ?? (targetId === options.id ? targetId : undefined)
      if (channelId === undefined) return false
      const speaker = channel?.isOnline === false ? 'busy' : speakerOf(channelId)
      const isTaken = speaker !== undefined && speaker !== 'busy'
      context.send({ kind: 'broadcastResponse', sn, deviceId: targetId, result: isTaken ? 'OK' : 'ERROR' })
      if (!isTaken) return true
      const call = begin(speaker)
      callBack(call, channelId, sourceId).catch(failed(call, channelId))
      return true
    },
    invited(incoming, offer) {
      const channelId = targetOf(incoming.request, options.id)
      const channel = ports.channels.all().find(({ id }) => id === channelId)
      if (!channel && channelId !== options.id) return incoming.respond(404)
      if (channel?.isOnline === false) return incoming.respond(480)
      if (!isVoice(offer)) return incoming.respond(488, { reason: 'G.711 A-law alone' })
      const speaker = speakerOf(channelId)
      if (speaker === 'busy') return incoming.respond(486)
      if (!speaker) return incoming.respond(488, { reason: 'No loudspeaker' })
      const call = begin(speaker)
      talk(call, incoming, offer, channelId).catch((error: unknown) => {
        failed(call, channelId)(error)
        incoming.respond(500)
      })
    },
    count: () => calls.size,
    frames: () => frames,
    async close() {
      for (const one of [...calls]) one.end()
      await Promise.all(closing)
    },
  }
}
