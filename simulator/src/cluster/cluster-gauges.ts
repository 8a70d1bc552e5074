import { MEMBER_ROLES } from '@backlot/contract/control/cluster-constants'
import type { ClusterState } from '@backlot/contract/control/cluster-state'
import type { Metrics } from '../telemetry/metrics.ts'

/** Numbers of a cluster for /metrics of its machines; docs/cluster.md lists them. */
export function clusterGauges({ gauge, gauges }: Metrics, state: () => ClusterState): void {
  gauge('backlot_cluster_redis_up', '1 while Redis is there, else 0.', () => (state().connected ? 1 : 0))
  gauges('backlot_cluster_members', 'Machines of the cluster, by role.', ['role'], () =>
    MEMBER_ROLES.map((role) => [{ role }, state().members.filter((one) => one.role === role).length]),
  )
  gauges('backlot_cluster_cores', 'Processors of the machines, by role.', ['role'], () =>
    MEMBER_ROLES.map((role) => [{ role }, sum(state(), role, ({ cores }) => cores)]),
  )
  gauges('backlot_cluster_load_cores', 'Processors in use, by role.', ['role'], () =>
    MEMBER_ROLES.map((role) => [{ role }, sum(state(), role, ({ load }) => load)]),
  )
  gauges('backlot_cluster_jobs', 'Jobs by kind and state.', ['kind', 'state'], () =>
    state().jobs.flatMap(({ kind, waiting, active }) => [
      [{ kind, state: 'waiting' }, waiting] as const,
      [{ kind, state: 'active' }, active] as const,
    ]),
  )
  gauges('backlot_cluster_slots', 'Jobs that the workers take at most, by kind.', ['kind'], () =>
    state().jobs.map(({ kind }) => [
      { kind },
      state().members.reduce((all, { takes }) => all + (takes[kind] ?? 0), 0),
    ]),
  )
  gauge('backlot_cluster_leases_lost', 'Leases that workers have lost since they started.', () =>
    state().members.reduce((all, { counters }) => all + (counters['lost'] ?? 0), 0),
  )
}

const sum = (
  { members }: ClusterState,
  role: string,
  of: (member: ClusterState['members'][number]) => number,
): number => members.filter((one) => one.role === role).reduce((all, one) => all + of(one), 0)
