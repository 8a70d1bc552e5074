import type { JobKind, QueueKind } from '@backlot/contract/control/cluster-state'
import { type JobLease, type JobServer, serveJobs } from '@backlot/simulator/cluster/job-leases'
import { joinCluster } from '@backlot/simulator/cluster/membership'
import type { Cluster } from '@backlot/simulator/cluster/open-cluster'
import { createDisposal } from '@backlot/simulator/kernel/disposal'
import { carryDevices } from './carry-devices.ts'
import { carryLoad } from './carry-load.ts'
import { carrySweep } from './carry-sweep.ts'
import { type CameraServer, serveCameras } from './serve-cameras.ts'
import { openProbe } from './worker-probe.ts'

export type WorkerOrder = {
  name: string | undefined
  /** Jobs of each kind at a time. */
  takes: Readonly<Partial<Record<JobKind, number>>>
  /** Why a host may not be loaded; undefined: it may. */
  mayLoad(host: string): string | undefined
  /** Where it answers probes; undefined: nowhere. */
  probe: { host: string; port: number } | undefined
  say(event: string, fields: Record<string, unknown>, text: string): void
  onRefused(why: string): void
}

/** What a worker of a kind does with a job. */
type Carry = (
  lease: JobLease<never>,
  worker: { name: string; mayLoad: WorkerOrder['mayLoad'] },
) => Promise<void>

/** Takes work of a cluster until it is disposed of; then all is handed back. */
export async function openWorker(
  cluster: Cluster,
  order: WorkerOrder,
): Promise<AsyncDisposable & { name: string }> {
  const disposal = createDisposal()
  const servers = new Map<QueueKind, JobServer>()
  let cameras: CameraServer | undefined
  const membership = await joinCluster(cluster, {
    role: 'worker',
    name: order.name,
    state: () => ({
      takes: order.takes,
      carries: [
        ...[...servers].flatMap(([kind, server]) => server.carried().map((id) => `${kind}/${id}`)),
        ...(cameras?.carried() ?? []).map((name) => `cameras/${name}`),
      ],
      counters: { lost: [...servers.values()].reduce((sum, server) => sum + server.lost(), 0) },
    }),
    onRefused: order.onRefused,
  })
  disposal.use(membership)
  const { name } = membership
  const carriers: Record<QueueKind, Carry> = {
    devices: (lease, worker) => carryDevices(cluster, lease, worker),
    load: (lease, worker) => carryLoad(cluster, lease, worker),
    sweep: (lease, worker) => carrySweep(cluster, lease, worker.name),
  }
  for (const [kind, carry] of Object.entries(carriers) as [QueueKind, Carry][]) {
    const slots = order.takes[kind] ?? 0
    if (slots === 0) continue
    const server = serveJobs<never>(cluster, kind, {
      slots,
      name,
      // Operators and seeds end by themselves.
      evensOut: kind === 'devices',
      async carry(lease) {
        const job = `${kind}/${lease.id}`
        order.say(
          'taken',
          { job, epoch: lease.epoch },
          `+ ${job}${lease.epoch > 1 ? ` (turn ${lease.epoch})` : ''}`,
        )
        try {
          await carry(lease, { name, mayLoad: order.mayLoad })
        } finally {
          const how = lease.signal.aborted ? String(lease.signal.reason) : 'done'
          order.say(how, { job, epoch: lease.epoch }, `- ${job} ${HOW[how] ?? how}`)
        }
      },
    })
    servers.set(kind, server)
  }
  // All at once: operators may take a while to finish what they do.
  disposal.defer(async () => {
    await Promise.all([...servers.values()].map((server) => server[Symbol.asyncDispose]()))
  })
  if (order.probe) disposal.use(await openProbe(cluster, servers, order.probe))
  const cameraSlots = order.takes.cameras ?? 0
  if (cameraSlots > 0)
    cameras = disposal.use(serveCameras(cluster, { memberId: membership.id, name, slots: cameraSlots }))
  return { name, [Symbol.asyncDispose]: () => disposal.end() }
}

const HOW: Readonly<Record<string, string>> = {
  done: 'done',
  lost: 'lost: its lease could not be renewed',
  handedBack: 'handed back',
}
