import { MEDIA_WAY } from '@backlot/contract/console-config'

/** `/backlot/media/https/host:port/live/…`. */
const WAY = new RegExp(`^${MEDIA_WAY}/(https?)/([^/?#]+)(/.*)$`)

export type MediaTarget = { origin: URL; path: string }

/** Where a request for a stream of another host goes; undefined when it is none, or not of a host that is allowed. */
export function mediaTarget(
  path: string,
  allows: (host: URL, path: string) => boolean,
): MediaTarget | undefined {
  const [, scheme, host, rest] = WAY.exec(path) ?? []
  if (scheme === undefined || host === undefined || rest === undefined) return undefined
  const origin = URL.canParse(`${scheme}://${host}`) ? new URL(`${scheme}://${host}`) : undefined
  // A host is a host: no user, no path, nothing that another reader takes for another host.
  if (!origin || origin.host !== withoutUsualPort(host, scheme) || !allows(origin, rest)) return undefined
  return { origin, path: rest }
}

/** Where the simulator serves streams and recordings. */
const STREAMS = /^\/(live|replay|record)\//

/** Whether a path of the simulator is that of a stream or recording, however it is read. */
export const isStreamPath = (path: string): boolean =>
  STREAMS.test(path) && new URL(path, 'http://host').pathname === path.split('?')[0]

const withoutUsualPort = (host: string, scheme: string) =>
  host.toLowerCase().replace(scheme === 'https' ? /:443$/ : /:80$/, '')

/**
 * The platform's own host at any port, because media servers run beside it, and the named ones: a host at any port
 * (`media.example.org`), or one port of it (`media.example.org:8443`).
 */
export function allowedMedia(platform: URL, named: readonly string[]): (host: URL) => boolean {
  const names = new Set([platform.hostname, ...named.map((name) => name.toLowerCase())])
  return ({ hostname, host }) => names.has(hostname) || names.has(host)
}
