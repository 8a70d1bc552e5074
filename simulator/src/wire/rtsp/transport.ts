/** The Transport header (RFC 2326, 12.39), as far as unicast needs it. */
export type Transport =
  | { kind: 'tcp'; channels: readonly [rtp: number, rtcp: number] | undefined }
  | { kind: 'udp'; ports: readonly [rtp: number, rtcp: number] }

/** The first transport of a client's list that can be served; undefined when there is none. */
export function readTransport(header: string): Transport | undefined {
  for (const choice of header.split(',')) {
    const [protocol = '', ...parameters] = choice
      .trim()
      .split(';')
      .map((part) => part.trim())
    const values = new Map(
      parameters.map((one) => {
        const [name = '', value = ''] = one.split('=', 2)
        return [name.toLowerCase(), value.trim()]
      }),
    )
    if (values.has('multicast') || /"?record"?/i.test(values.get('mode') ?? '')) continue
    if (/^RTP\/AVP\/TCP$/i.test(protocol)) {
      const channels = pair(values.get('interleaved'), 255)
      if (channels || !values.has('interleaved')) return { kind: 'tcp', channels }
    }
    if (/^RTP\/AVP(\/UDP)?$/i.test(protocol)) {
      const ports = portPair(values.get('client_port'))
      if (ports) return { kind: 'udp', ports }
    }
  }
  return undefined
}

export type TransportAnswer = {
  channels: readonly [rtp: number, rtcp: number] | undefined
  serverPorts: readonly [rtp: number, rtcp: number] | undefined
  /** Source of the packets, where the server says it. */
  ssrc: number | undefined
}

/** The Transport header of an answer. */
export function readTransportAnswer(header: string): TransportAnswer {
  const parameter = (name: string) =>
    header
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.toLowerCase().startsWith(`${name}=`))
      ?.slice(name.length + 1)
  const ssrc = parameter('ssrc') ?? ''
  return {
    channels: pair(parameter('interleaved'), 255),
    serverPorts: portPair(parameter('server_port')),
    ssrc: /^[0-9a-fA-F]{1,8}$/.test(ssrc) ? Number.parseInt(ssrc, 16) : undefined,
  }
}

/** Nothing can be sent to port 0. */
function portPair(text: string | undefined): readonly [number, number] | undefined {
  const ports = pair(text, 65_535)
  return ports?.includes(0) ? undefined : ports
}

/** Two numbers, as in 4000-4001; of one alone the next is the second. */
function pair(text: string | undefined, most: number): readonly [number, number] | undefined {
  const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text ?? '')
  if (!found) return undefined
  const first = Number(found[1])
  const second = found[2] === undefined ? first + 1 : Number(found[2])
  return first <= most && second <= most && first !== second ? [first, second] : undefined
}
