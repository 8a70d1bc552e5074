import type { Member } from '@backlot/contract/control/cluster-state'

/** An edge by its id in the cluster, and its consoles. */
type Writer = { id: string; consoles: number }

/**
 * Consoles that one edge writes to, with a processor to itself: those of the edge that has most, or, where edges share a
 * machine, those of the machine by half of its processors. The other half is for the core, for Redis and for calls.
 */
export function consolesOfAWriter(
  edges: readonly Writer[],
  members: readonly Pick<Member, 'id' | 'host' | 'cores'>[],
): number {
  const hosts = new Map<string, { consoles: number; edges: number; cores: number }>()
  for (const { id, consoles } of edges) {
    const member = members.find((one) => one.id === id)
    // One that has just joined counts as alone.
    const host = member?.host ?? id
    const there = hosts.get(host) ?? { consoles: 0, edges: 0, cores: member?.cores ?? 2 }
    hosts.set(host, { ...there, consoles: there.consoles + consoles, edges: there.edges + 1 })
  }
  const shared = [...hosts.values()].map(
    (host) => host.consoles / Math.max(1, Math.min(host.edges, host.cores / 2)),
  )
  return Math.max(0, ...shared, ...edges.map(({ consoles }) => consoles))
}
