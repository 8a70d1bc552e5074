/** Addresses of a camera's services: `/onvif/<sn>/device_service` and so on. */

export const SERVICE_PATHS = [
  'device_service',
  'media_service',
  'media2_service',
  'ptz_service',
  'imaging_service',
  'event_service',
  'search_service',
  'replay_service',
  'recording_service',
] as const
export type ServicePath = (typeof SERVICE_PATHS)[number]

export type OnvifAddress = { sn: string } & (
  | { kind: 'service'; path: ServicePath }
  | { kind: 'subscription'; id: string }
  | { kind: 'snapshot'; token: string }
)

/** Where the services of a camera are at a port of its own. */
export const OWN_PATH = '/onvif'

/** The target of a request without its host, where it names one (RFC 9112, 3.2.2). */
export const withoutHost = (target: string): string => target.replace(/^https?:\/\/[^/]*/i, '')

/**
 * Reads the target of a request, with or without a host; undefined when it is none of ours. `own`: the camera of the port
 * that it came to, whose services are there without its serial number, too.
 */
export function readOnvifAddress(target: string, own?: string): OnvifAddress | undefined {
  if (target.length > 512) return undefined
  const path = withoutHost(target).replace(/[?#].*$/, '')
  const ownService = own !== undefined && SERVICE_PATHS.find((one) => path === `${OWN_PATH}/${one}`)
  if (ownService) return { sn: own, kind: 'service', path: ownService }
  const [empty, root, encoded = '', kind = '', last, ...rest] = path.split('/')
  const sn = decoded(encoded)
  if (empty !== '' || root !== 'onvif' || !sn || rest.length > 0) return undefined
  if (last === undefined) {
    const found = SERVICE_PATHS.find((one) => one === kind)
    return found && { sn, kind: 'service', path: found }
  }
  if (kind === 'subscription' && /^[\da-f]{32}$/.test(last)) return { sn, kind: 'subscription', id: last }
  const token = /^([\w-]{1,64})\.jpg$/.exec(last)?.[1]
  return kind === 'snapshot' && token !== undefined ? { sn, kind: 'snapshot', token } : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Where a camera's pages begin, seen from a host (with its port). */
export const cameraUrl = (host: string, sn: string): string => `http://${host}${cameraPath(sn)}`
export const cameraPath = (sn: string): string => `/onvif/${encodeURIComponent(sn)}`

/** The path of a request at the port of all cameras; `own`: the camera of the port that it came to. */
export function sharedPath(target: string, own: string | undefined): string {
  const path = target.replace(/[?#].*$/, '')
  return own === undefined || path.startsWith(`${cameraPath(own)}/`)
    ? path
    : path.replace(OWN_PATH, cameraPath(own))
}

/** The host of a request as its client wrote it, if it is one; else the address that it came to. */
export function hostOfRequest(header: string | undefined, localAddress: string, port: number): string {
  if (header && header.length <= 128 && /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d{1,5})?$/.test(header)) return header
  const address = localAddress.replace(/^::ffff:/, '')
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}

export const withoutPort = (host: string): string => host.replace(/:\d+$/, '')
