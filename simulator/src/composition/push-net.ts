import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import type { PushNetPort } from '../areas/alarm-push/ports.ts'

/** Where alarms may be pushed to: targets allowed at start, and never the ports that we listen on ourselves. */
export function createPushNet(
  allowed: readonly string[],
  /** Those of now: some open and close meanwhile. */
  ownPorts: () => readonly (number | null)[],
): PushNetPort {
  return {
    allowed,
    ownPorts: () => ownPorts().flatMap((port) => port || []),
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
    resolve: (hostName) => lookup(hostName, { all: true }),
  }
}
