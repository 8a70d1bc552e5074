/** The machines of a cluster. Each says once a second that it is there, and what it carries. */
import { randomUUID } from 'node:crypto'
import { availableParallelism, hostname } from 'node:os'
import { MEMBER_ROLES } from '@backlot/contract/control/cluster-constants'
import type { Member, MemberRole } from '@backlot/contract/control/cluster-state'
import { programVersion } from '../kernel/program-version.ts'
import { StartError } from '../kernel/start-error.ts'
import { contractHash } from './contract-hash.ts'
import type { Cluster } from './open-cluster.ts'

/** What changes while it is there. */
export type MemberState = Pick<Member, 'takes' | 'carries' | 'counters'>

export type Membership = AsyncDisposable & { id: string; name: string }

const BEAT_MS = 1000
/** A machine that says nothing for so long is gone. */
const SILENT_MS = 3500
/** The versions of a cluster are remembered while any machine is there. */
const GATE_MS = 15_000

/**
 * Joins. Throws a StartError if the machines that are there have another version or contract.
 * `onRefused`: after Redis had lost its data, machines of another version came first.
 */
export async function joinCluster(
  cluster: Cluster,
  order: { role: MemberRole; name?: string | undefined; state(): MemberState; onRefused(why: string): void },
): Promise<Membership> {
  const { redis, clock, key } = cluster
  const own = { version: programVersion(), contract: contractHash() }
  const id = randomUUID()
  const name = order.name ?? `${hostname()}-${process.pid}`
  const fixed = {
    id,
    role: order.role,
    name,
    host: hostname(),
    pid: process.pid,
    ...own,
    cores: availableParallelism(),
    sinceMs: clock.now(),
  }
  const gate = JSON.stringify(own)
  const pass = async (): Promise<string | undefined> => {
    const there = await redis.set(key('gate'), gate, 'PX', GATE_MS, 'NX', 'GET')
    return there === null || there === gate ? undefined : refusalOf(own, there)
  }
  const refused = await pass()
  if (refused !== undefined) throw new StartError(refused)

  let cpu = process.cpuUsage()
  let cpuMs = performance.now()
  const loadNow = (): number => {
    const nowMs = performance.now()
    const { user, system } = process.cpuUsage(cpu)
    const load = (user + system) / 1000 / Math.max(1, nowMs - cpuMs)
    cpu = process.cpuUsage()
    cpuMs = nowMs
    return Math.round(load * 100) / 100
  }
  const beat = async (): Promise<void> => {
    const why = await pass()
    if (why !== undefined) {
      order.onRefused(why)
      return
    }
    const memoryMb = Math.round(process.memoryUsage.rss() / 1e6)
    const member: Member = { ...fixed, ...order.state(), load: loadNow(), memoryMb }
    await redis
      .multi()
      .set(key('member', id), JSON.stringify(member), 'PX', SILENT_MS)
      .zadd(key('members'), clock.now() + SILENT_MS, id)
      .pexpire(key('gate'), GATE_MS)
      .exec()
  }
  await beat()
  let beating: Promise<void> | undefined
  const stop = clock.every(BEAT_MS, () => {
    // While Redis is away one beat waits, not one a second.
    beating ??= beat()
      .catch((error: unknown) => cluster.log.debug({ err: error }, 'a beat was not told'))
      .finally(() => {
        beating = undefined
      })
  })
  return {
    id,
    name,
    async [Symbol.asyncDispose]() {
      stop()
      if (!cluster.isConnected()) return
      await beating
      await redis.multi().del(key('member', id)).zrem(key('members'), id).exec()
    },
  }
}

/** How many machines are there now. */
export const countMembers = ({ redis, clock, key }: Cluster): Promise<number> =>
  redis.zcount(key('members'), clock.now(), '+inf')

/** Machines that are there now, by role and name. */
export async function readMembers(cluster: Cluster): Promise<Member[]> {
  const { redis, clock, key } = cluster
  await redis.zremrangebyscore(key('members'), '-inf', String(clock.now() - SILENT_MS))
  const ids = await redis.zrange(key('members'), '0', '-1')
  if (ids.length === 0) return []
  const texts = await redis.mget(ids.map((id) => key('member', id)))
  const rank = ({ role, name }: Member) => `${MEMBER_ROLES.indexOf(role)} ${name}`
  return texts
    .flatMap((text) => (text === null ? [] : [JSON.parse(text) as Member]))
    .sort((a, b) => rank(a).localeCompare(rank(b)))
}

function refusalOf(own: Pick<Member, 'version' | 'contract'>, there: string): string {
  const { version, contract } = JSON.parse(there) as typeof own
  const what = (of: typeof own) => `Backlot ${of.version} (contract ${of.contract})`
  return `The machines of this cluster run ${what({ version, contract })}, and this is ${what(own)}: install the same on all of them.`
}
