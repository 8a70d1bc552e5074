import { plainAddress } from '../../areas/alarm-push/addresses.ts'
import { createAllowList, hostOf } from '../../areas/alarm-push/allow-list.ts'
import type { PushNetPort } from '../../areas/alarm-push/ports.ts'
import type { StreamRefusal } from '../../areas/device-config/ports.ts'
import type { PushTarget } from '../../media/push-process.ts'
import type { PushFault } from '../../media/stream-push.ts'

const RTMP_PORT = 1935

export type StreamTargets = {
  /** Fault of an address; undefined: streams may go there. */
  judge(url: string): Promise<StreamRefusal | undefined>
  /** Where it leads at this moment. Never rejects. */
  target(url: string): Promise<PushTarget | PushFault>
  /** The address of a server that takes streams in another protocol; undefined: none may go there. Never rejects. */
  server(hostName: string, port: number): Promise<{ address: string; port: number } | undefined>
}

/**
 * Where devices may push streams to: hosts, addresses and networks that the start allows, never ports of our own. The
 * address that a name leads to is judged before each connection, and the connection goes to the judged one.
 */
export function createStreamTargets(
  allowed: readonly string[],
  net: Pick<PushNetPort, 'ownPorts' | 'ownAddresses' | 'resolve'>,
): StreamTargets {
  const allow = createAllowList(allowed, { ports: net.ownPorts, addresses: net.ownAddresses })

  /** The address that a name leads to, if streams may go there. */
  const addressOf = async (hostName: string, port: number): Promise<string | StreamRefusal> => {
    const literal = plainAddress(hostName)
    const isNamed = allow.namesHost(hostName, port)
    const found =
      literal === undefined
        ? await net.resolve(hostName).then(
            (list) => list.flatMap(({ address }) => plainAddress(address) ?? []),
            () => [],
          )
        : [literal]
    const [address] = found
    // A name that is not listed and one that does not resolve read the same: the network's inside stays unknown.
    if (address === undefined) return { fault: isNamed ? 'notResolved' : 'hostNotAllowed', detail: hostName }
    for (const one of found) {
      const refused = allow.judgeAddress(hostName, one, port)
      if (!refused) continue
      if (refused.fault === 'ownPort' || refused.fault === 'portNotAllowed') {
        return { fault: refused.fault, detail: String(port) }
      }
      return { fault: 'hostNotAllowed', detail: hostName }
    }
    return address
  }
  const lookUp = async (text: string): Promise<PushTarget | StreamRefusal> => {
    const url = readUrl(text)
    if ('fault' in url) return url
    const { port } = url
    const address = await addressOf(url.hostName, port)
    if (typeof address !== 'string') return address
    const { app, stream, tcUrl } = url
    return { address, port, app, stream, tcUrl }
  }

  return {
    async judge(text) {
      const found = await lookUp(text)
      // A listed name may be unknown for the moment: it is tried again when the stream is pushed.
      return 'fault' in found && found.fault !== 'notResolved' ? found : undefined
    },
    async target(text) {
      const found = await lookUp(text)
      if (!('fault' in found)) return found
      return found.fault === 'notResolved' ? 'unreachable' : 'notAllowed'
    },
    async server(hostName, port) {
      const address = await addressOf(hostName.toLowerCase(), port)
      return typeof address === 'string' ? { address, port } : undefined
    },
  }
}

type StreamUrl = { hostName: string; port: number; app: string; stream: string; tcUrl: string }

/** The parts of rtmp://host[:port]/app/stream; the application may have slashes, the stream a query. */
function readUrl(text: string): StreamUrl | StreamRefusal {
  if (/^rtmps:/i.test(text)) return { fault: 'scheme', detail: '' }
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return { fault: 'form', detail: '' }
  }
  const cut = url.pathname.lastIndexOf('/')
  const app = url.pathname.slice(1, Math.max(1, cut))
  const stream = url.pathname.slice(cut + 1) + url.search
  const isWhole = url.protocol === 'rtmp:' && url.hostname !== '' && app !== '' && stream !== ''
  if (!isWhole || url.username !== '' || url.password !== '' || url.hash !== '') {
    return { fault: 'form', detail: '' }
  }
  const port = url.port === '' ? RTMP_PORT : Number(url.port)
  return { hostName: hostOf(url), port, app, stream, tcUrl: `rtmp://${url.host}/${app}` }
}
