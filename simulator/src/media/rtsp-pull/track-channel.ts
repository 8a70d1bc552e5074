/** How the packets of one track come: between the messages of the connection, or by a pair of UDP ports. */

import type { TransportAnswer } from '../../wire/rtsp/transport.ts'
import { bindUdpPair, closeUdp } from '../bind-udp-pair.ts'
import { RtspPullProblem } from './pull-problem.ts'
import type { RtspClient } from './rtsp-client.ts'

export type TrackChannel = {
  /** The Transport header of SETUP. */
  offer: string
  /** What the server answered. Throws an RtspPullProblem when that makes no sense. */
  agree(answer: TransportAnswer): void
  /** Sends a receiver report. */
  report(bytes: Buffer): void
  close(): Promise<void>
}

type OnPacket = (bytes: Uint8Array, isReport: boolean) => void

/** Receivers of the connection's interleaved packets, by channel. */
export type InterleavedReceivers = Map<number, (bytes: Uint8Array) => void>

/** The track with this number among those of the connection. */
export function openTcpChannel(
  number: number,
  client: Pick<RtspClient, 'sendPacket'>,
  receivers: InterleavedReceivers,
  onPacket: OnPacket,
): TrackChannel {
  let channels: readonly [number, number] = [number * 2, number * 2 + 1]
  return {
    offer: `RTP/AVP/TCP;unicast;interleaved=${channels[0]}-${channels[1]}`,
    agree(answer) {
      channels = answer.channels ?? channels
      receivers.set(channels[0], (bytes) => onPacket(bytes, false))
      receivers.set(channels[1], (bytes) => onPacket(bytes, true))
    },
    report: (bytes) => client.sendPacket(channels[1], bytes),
    close: () => Promise.resolve(),
  }
}

/** Only packets of the server's address count. */
export async function openUdpChannel(
  { local, remote }: RtspClient['addresses'],
  onPacket: OnPacket,
): Promise<TrackChannel> {
  const pair = await bindUdpPair(local)
  const [rtp, rtcp] = pair
  const plain = (address: string) => address.replace('::ffff:', '')
  let serverPorts: readonly [number, number] | undefined
  let isClosed = false
  for (const [i, socket] of pair.entries())
    socket.on('message', (bytes, { address }) => {
      if (plain(address) === plain(remote)) onPacket(bytes, i === 1)
    })
  return {
    offer: `RTP/AVP;unicast;client_port=${rtp.address().port}-${rtcp.address().port}`,
    agree(answer) {
      serverPorts = answer.serverPorts
      if (!serverPorts && answer.channels)
        throw new RtspPullProblem('transport', 'it answers with another transport than was asked for')
      if (!serverPorts) return
      // Opens the ways back through address translation, as players do: RTP without a payload, and an empty report.
      rtp.send(Buffer.from('800000000000000000000000', 'hex'), serverPorts[0], remote, ignore)
      rtcp.send(Buffer.from('80c9000100000000', 'hex'), serverPorts[1], remote, ignore)
    },
    report(bytes) {
      if (serverPorts && !isClosed) rtcp.send(bytes, serverPorts[1], remote, ignore)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await Promise.all(pair.map(closeUdp))
    },
  }
}

const ignore = (): void => undefined
