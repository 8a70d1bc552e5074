/** Agrees with a client how a track is sent (RFC 2326, 12.39). */
import type { Transport } from '../../wire/rtsp/transport.ts'
import type { RtspContext } from './rtsp-context.ts'
import type { RtspSession } from './rtsp-session.ts'
import type { ViewerTransport } from './rtsp-viewer.ts'

/** How a track goes; 461 when the channels that the client wants are taken by another track, 503 when UDP has no ports. */
export async function agreeTransport(
  context: Pick<RtspContext, 'openUdp'>,
  { transports, back }: RtspSession,
  track: string,
  asked: Transport,
): Promise<ViewerTransport | 461 | 503> {
  if (asked.kind === 'udp') {
    return context.openUdp().then(
      () => asked,
      () => 503,
    )
  }
  const all = [...transports, ...(back ? [['back', back.transport] as const] : [])]
  const others = all.flatMap(([name, one]) => (name !== track && one.kind === 'tcp' ? one.channels : []))
  const free = others.length === 0 ? 0 : Math.max(...others) + 1
  const channels = asked.channels ?? ([free, free + 1] as const)
  return channels.some((channel) => others.includes(channel)) ? 461 : { kind: 'tcp', channels }
}

/** The Transport header of the answer. `ssrc`: of what we send. */
export function describeTransport(
  transport: ViewerTransport,
  ssrc: number | undefined,
  udp: ReturnType<RtspContext['udp']>,
): string {
  const source = ssrc === undefined ? '' : `;ssrc=${ssrc.toString(16).padStart(8, '0').toUpperCase()}`
  if (transport.kind === 'tcp')
    return `RTP/AVP/TCP;unicast;interleaved=${transport.channels.join('-')}${source}`
  return `RTP/AVP;unicast;client_port=${transport.ports.join('-')};server_port=${udp!.ports.join('-')}${source}`
}
