import { type JobLease, openJobs, serveJobs } from '@backlot/simulator/cluster/job-leases'
import { joinCluster, readMembers } from '@backlot/simulator/cluster/membership'
import { describe, it } from 'vitest'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'
import { openTestCluster } from './open-test-cluster.ts'

const untilAborted = ({ signal }: JobLease<unknown>): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

// Each has a Redis of its own, and waits for leases to end.
describe.skipIf(REDIS_SERVER === undefined).concurrent('machines of a cluster', () => {
  it('know each other, and refuse another version with a line that says so', async ({ expect }) => {
    await using server = await startRedis()
    await using one = await openTestCluster(server.url)
    const state = () => ({ takes: { devices: 4 }, carries: ['devices/a.0'], counters: {} })
    const onRefused = () => {}
    await using _first = await joinCluster(one, { role: 'worker', name: 'first', state, onRefused })
    expect(await readMembers(one)).toMatchObject([
      { role: 'worker', name: 'first', pid: process.pid, takes: { devices: 4 }, carries: ['devices/a.0'] },
    ])
    await one.redis.set(one.key('gate'), JSON.stringify({ version: '0.0.1', contract: 'abc' }))
    await expect(joinCluster(one, { role: 'worker', state, onRefused })).rejects.toThrow(
      /^The machines of this cluster run Backlot 0\.0\.1 \(contract abc\), and this is Backlot .*: install the same on all of them\.$/,
    )
    await using other = await openTestCluster(`${server.url}?cluster=other`)
    expect(await readMembers(other)).toEqual([])
  })

  it('need the password of Redis, and never say it', async ({ expect }) => {
    await using server = await startRedis(['requirepass s3cret-word'])
    const said = await openTestCluster(server.url.replace('//', '//:wr0ng-word@')).catch(
      (error: Error) => error.message,
    )
    expect(said).toMatch(/cannot be used: WRONGPASS/)
    expect(said).not.toContain('wr0ng-word')
    await using cluster = await openTestCluster(server.url, { BACKLOT_REDIS_PASSWORD: 's3cret-word' })
    expect(cluster.shown).toBe(`redis://127.0.0.1:${server.port} (cluster main)`)
    expect(await cluster.redis.ping()).toBe('PONG')
  })

  it('carry a job one after the other: who loses it ends before the next begins', async ({ expect }) => {
    await using server = await startRedis()
    await using oneCluster = await openTestCluster(server.url)
    await using otherCluster = await openTestCluster(server.url)
    await using jobs = openJobs<{ n: number }>(oneCluster, 'devices')
    const told: string[] = []
    const carry = (who: string) => async (lease: JobLease<{ n: number }>) => {
      told.push(`${who} begins ${lease.data.n} in epoch ${lease.epoch}`)
      await untilAborted(lease)
      told.push(`${who} ends: ${lease.signal.reason}`)
    }
    await using one = serveJobs<{ n: number }>(oneCluster, 'devices', {
      slots: 1,
      name: 'one',
      carry: carry('one'),
    })
    await jobs.add([{ id: 'a', data: { n: 7 } }])
    await expect.poll(() => told).toEqual(['one begins 7 in epoch 1'])
    await using _other = serveJobs<{ n: number }>(otherCluster, 'devices', {
      slots: 1,
      name: 'other',
      carry: carry('other'),
    })
    // Its connections hear nothing more, as in a network that was cut.
    oneCluster.redis.disconnect()
    await expect
      .poll(() => told, { timeout: 20_000 })
      .toEqual(['one begins 7 in epoch 1', 'one ends: lost', 'other begins 7 in epoch 2'])
    expect(one.lost()).toBe(1)
  })

  it('give their jobs back when they leave', async ({ expect }) => {
    await using server = await startRedis()
    await using oneCluster = await openTestCluster(server.url)
    await using otherCluster = await openTestCluster(server.url)
    await using jobs = openJobs<number>(otherCluster, 'devices')
    const begun: string[] = []
    const carry = (who: string) => (lease: JobLease<number>) => {
      begun.push(`${who} ${lease.id}`)
      return untilAborted(lease)
    }
    const one = serveJobs<number>(oneCluster, 'devices', { slots: 2, name: 'one', carry: carry('one') })
    await jobs.add([
      { id: 'a', data: 1 },
      { id: 'b', data: 2 },
    ])
    await expect.poll(() => one.carried()).toHaveLength(2)
    await one[Symbol.asyncDispose]()
    expect(await jobs.counts()).toEqual({ waiting: 2, active: 0 })
    await using other = serveJobs<number>(otherCluster, 'devices', {
      slots: 2,
      name: 'other',
      carry: carry('other'),
    })
    await expect.poll(() => other.carried()).toHaveLength(2)
    expect(begun.slice(2).sort()).toEqual(['other a', 'other b'])
  })

  it('take up where they were after Redis was killed and started anew', async ({ expect }) => {
    await using server = await startRedis()
    await using cluster = await openTestCluster(server.url)
    await using jobs = openJobs<number>(cluster, 'devices')
    const epochs: number[] = []
    await using _one = serveJobs<number>(cluster, 'devices', {
      slots: 1,
      name: 'one',
      carry(lease) {
        epochs.push(lease.epoch)
        return untilAborted(lease)
      },
    })
    await jobs.add([{ id: 'a', data: 1 }])
    await expect.poll(() => epochs).toEqual([1])
    await server.kill()
    // Nobody may carry a job whose lease cannot be renewed.
    await expect.poll(() => _one.lost(), { timeout: 20_000 }).toBe(1)
    await server.start()
    await expect.poll(() => epochs, { timeout: 30_000 }).toEqual([1, 2])
  })
})
