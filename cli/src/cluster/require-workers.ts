import type { Member, QueueKind } from '@backlot/contract/control/cluster-state'
import { readMembers } from '@backlot/simulator/cluster/membership'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { UserError } from '../user-error.ts'

/** Workers that take a kind of work now. */
export async function workersFor(cluster: Cluster, kind: QueueKind): Promise<Member[]> {
  return (await readMembers(cluster)).filter(({ takes }) => (takes[kind] ?? 0) > 0)
}

/** The same; throws a UserError where nobody would do the work. */
export async function requireWorkers(cluster: Cluster, kind: QueueKind): Promise<Member[]> {
  const workers = await workersFor(cluster, kind)
  if (workers.length === 0)
    throw new UserError(
      `No worker of ${cluster.shown} takes ${kind}: start some, on any machine, with backlot worker --redis …`,
    )
  return workers
}
