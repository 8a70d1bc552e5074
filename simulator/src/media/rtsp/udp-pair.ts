/** A pair of UDP ports for all viewers: packets leave from (and of back channels come to) the even one, reports the odd one. */
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { bindUdpPair, closeUdp } from '../bind-udp-pair.ts'

export type UdpPair = AsyncDisposable & {
  ports: readonly [rtp: number, rtcp: number]
  sendPacket(packet: Uint8Array, port: number, address: string): void
  sendReport(report: Uint8Array, port: number, address: string): void
}

type OnDatagram = (bytes: Uint8Array, address: string, port: number) => void

/** Opens a pair at free ports. `onPacket` gets what comes to the even one, `onReport` what comes to the odd one. */
export async function openUdpPair(
  host: string,
  onPacket: OnDatagram,
  onReport: OnDatagram,
  tap?: SocketTap,
): Promise<UdpPair> {
  const [packets, reports] = await bindUdpPair(host)
  for (const socket of [packets, reports]) tap?.udp('rtsp', socket)
  packets.on('message', (bytes, { address, port }) => onPacket(bytes, address, port))
  reports.on('message', (bytes, { address, port }) => onReport(bytes, address, port))
  for (const socket of [packets, reports]) socket.unref()
  return {
    ports: [packets.address().port, reports.address().port],
    sendPacket: (packet, port, address) => packets.send(packet, port, address, ignore),
    sendReport: (report, port, address) => reports.send(report, port, address, ignore),
    async [Symbol.asyncDispose]() {
      await Promise.all([packets, reports].map(closeUdp))
    },
  }
}

const ignore = (): void => undefined
