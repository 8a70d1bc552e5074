/** Broadcast (9.12 of 2016): the platform calls, the device asks it for the voice by an INVITE, and plays G.711 A-law. */
import { openRtpLink } from '../../media/ps/open-rtp-link.ts'
import type { PortPool } from '../../media/ps/port-pool.ts'
import type { RtpLink } from '../../media/ps/rtp-link.ts'
import type { SipDialog } from '../../sip/sip-calls.ts'
import type { ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { writeSubject } from '../../wire/gb28181/subject.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { createRtpReorder } from '../../wire/rtp/rtp-reorder.ts'
import { gbSdp } from '../../wire/sdp/gb-session.ts'
import { ssrcDomain, ssrcNumber, writeGbSsrc } from '../../wire/sdp/gb-ssrc.ts'
import { readGbSession } from '../../wire/sdp/read-gb-session.ts'
import { readSdp } from '../../wire/sdp/read-sdp.ts'
import { writeSdp } from '../../wire/sdp/write-sdp.ts'
import type { GbContext } from './gb-context.ts'
import type { GbSpeaker } from './ports.ts'

export type VoiceCalls = {
  /** False: nobody here is called. */
  answer(broadcast: ManscdpOf<'broadcast'>): boolean
  count(): number
  /** Frames that were handed to speakers. */
  frames(): number
  close(): Promise<void>
}

const PCMA = { type: 8, encoding: 'PCMA', clockHz: 8000 }
/** Packets of 20 ms that wait for one before them. */
const REORDER_MOST = 5
const CALLS_MOST = 16

export function createVoiceCalls(
  context: GbContext,
  deps: { host: string; ports: PortPool | undefined },
): VoiceCalls {
  const { options, ports, log } = context
  const calls = new Set<{ end(): void }>()
  const closing = new Set<Promise<void>>()
  let frames = 0
  let serial = 0

  const call = async (channelId: string, sourceId: string, speaker: GbSpeaker): Promise<void> => {
    const reorder = createRtpReorder(REORDER_MOST)
    let ssrc: number | undefined
    let dialog: SipDialog | undefined
    let isOver = false
    const over = (): void => {
      if (isOver) return
      isOver = true
      calls.delete(own)
      speaker.close()
      const closed = link?.close().finally(() => closing.delete(closed!))
      if (closed) closing.add(closed)
    }
    const end = (): void => {
      dialog?.end()
      over()
    }
    const own = { end }
    calls.add(own)
    let link: RtpLink | undefined
    try {
      link = await openRtpLink({ kind: 'udp', host: deps.host, ports: deps.ports }, context.hostClock, {
        ready: () => undefined,
        packet(bytes) {
          const read = readRtp(bytes)
          if (!read.ok || read.packet.payloadType !== PCMA.type) return
          if (ssrc !== undefined && read.packet.ssrc !== ssrc) return
          for (const { packet } of reorder.push(read.packet)) {
            frames++
            speaker.frame(packet.payload)
          }
        },
        report: () => undefined,
        end,
      })
    } catch (error) {
      over()
      throw error
    }
    if (isOver) return void link.close()
    const { server } = options
    const { host } = context.endpoint.local(server.transport)
    const ssrcText = writeGbSsrc({
      history: false,
      domain: ssrcDomain(options.id),
      serial: ++serial % 10_000,
    })
    const sdp = gbSdp({
      kind: 'Play',
      ownerId: channelId,
      connection: { addressType: host.includes(':') ? 'IP6' : 'IP4', address: host },
      media: 'audio',
      port: link.port,
      transport: 'udp',
      direction: 'recvonly',
      payloads: [PCMA],
      ssrc: ssrcText,
      format: 'v/////a/1/8/1',
    })
    dialog = context.endpoint.dialog(
      {
        local: `<sip:${channelId}@${options.id.slice(0, 10)}>`,
        remote: `<sip:${sourceId}@${server.domain}>`,
        target: `sip:${sourceId}@${server.domain}`,
        peer: context.peer,
      },
      { ended: over },
    )
    if (!dialog) return over()
    const subject = { senderId: sourceId, senderStream: ssrcText, receiverId: channelId, receiverStream: '0' }
    const headers = [
      context.endpoint.contact(channelId, server.transport),
      { name: 'Subject', value: writeSubject(subject) },
      { name: 'Content-Type', value: 'application/sdp' },
    ]
    dialog.request(
      'INVITE',
      { headers, body: new TextEncoder().encode(writeSdp(sdp)) },
      {
        answered(response) {
          if (response.status >= 300) {
            log.debug({ channelId, status: response.status }, 'a GB/T 28181 broadcast was refused')
            return over()
          }
          const read = readSdp(response.body)
          const session = read.ok ? readGbSession(read.value) : read
          if (!session.ok || session.value.transport !== 'udp') return end()
          if (session.value.ssrc !== undefined) ssrc = ssrcNumber(session.value.ssrc)
          link.start({ host: session.value.connection.address, port: session.value.port })
        },
        failed: over,
      },
    )
  }

  return {
    answer({ sn, sourceId, targetId }) {
      const channel = ports.channels.all().find(({ id }) => id === targetId)
      const channelId = channel?.id ?? (targetId === options.id ? targetId : undefined)
      if (channelId === undefined) return false
      const speaker =
        calls.size < CALLS_MOST && channel?.isOnline !== false ? ports.openSpeaker(channelId) : 'busy'
      const isTaken = speaker !== undefined && speaker !== 'busy'
      context.send({ kind: 'broadcastResponse', sn, deviceId: targetId, result: isTaken ? 'OK' : 'ERROR' })
      if (!isTaken) return true
      call(channelId, sourceId, speaker).catch((error: unknown) =>
        log.warn({ err: error, channelId }, 'a GB/T 28181 broadcast was not opened'),
      )
      return true
    },
    count: () => calls.size,
    frames: () => frames,
    async close() {
      for (const one of [...calls]) one.end()
      await Promise.all(closing)
    },
  }
}
