import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import type { PushNetPort } from '../areas/alarm-push/ports.ts'

/**
 * Where alarms may be pushed to: what was allowed at start, and never the ports that we listen on ourselves. `moving`
 * are those that open and close meanwhile.
 */
export function createPushNet(
  allowed: readonly string[],
  first: readonly (number | null)[],
  moving: () => readonly number[],
): PushNetPort & { listensOn(ports: readonly (number | null)[]): void } {
  const own = new Set<number>()
  const listensOn = (ports: readonly (number | null)[]) => {
    for (const port of ports) if (port) own.add(port)
  }
  listensOn(first)
  return {
    allowed,
    listensOn,
    ownPorts: () => [...own, ...moving()],
    ownAddresses: () =>
      Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)),
    resolve: (hostName) => lookup(hostName, { all: true }),
  }
}

/** Port of 'host:port'. */
export const portIn = (address: string | null): number | null =>
  address === null ? null : Number(/:(\d+)$/.exec(address)?.[1] ?? 0)
