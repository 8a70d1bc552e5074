/** Where the services of our cameras are, for this machine and for the network on which they are discovered. */
import { hostInUrl } from '../../kernel/reachable-host.ts'
import type { OnvifServer } from '../../onvif/onvif-server.ts'

/** `host`: where the server listens; `interfaceAddress`: the interface of discovery, null: none. */
export function onvifAddresses(
  { host, interfaceAddress }: { host: string; interfaceAddress: string | null },
  server: Pick<OnvifServer, 'addressOf' | 'ports'>,
) {
  const local = hostInUrl(host)
  // Who listens on all addresses is at that of the interface for those who hear of it there.
  const isAnywhere = host === '0.0.0.0' || host === '::'
  const announced = isAnywhere && interfaceAddress !== null ? interfaceAddress : local
  return {
    /** Where a camera's device service is, seen from this machine. */
    serviceOf: (sn: string) => `http://${local}:${server.addressOf(sn)}`,
    /** The same as discovery tells it. */
    announcedOf: (sn: string) => `http://${announced}:${server.addressOf(sn)}`,
    /** Whether this is the address of a service of ours, as discovery tells it. */
    isOwn: (found: string) => server.ports().some((port) => found.startsWith(`http://${announced}:${port}/`)),
  }
}
