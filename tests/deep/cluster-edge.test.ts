import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { controlStorm } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../testing/launch-edge.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { REDIS_SERVER, type RedisServer, startRedis } from '../servers/redis-server.ts'
import { ReturningClient } from '../servers/returning-client.ts'
import { expectStormOnce, storedStorm } from '../servers/storm-arrival.ts'

const CONSOLES = 12
const RATE = 150

/** A storm while `trouble` happens: every console has every alarm as new once, in full or counted. */
async function withTrouble(
  core: LaunchedSimulator,
  edges: readonly LaunchedEdge[],
  forMs: number,
  trouble: () => Promise<void>,
): Promise<ReturningClient[]> {
  const operator = await Operator.signIn(core.url)
  const urls = () =>
    edges.filter(({ child }) => child.exitCode === null && !child.killed).map(({ url }) => url)
  const clients = Array.from({ length: CONSOLES }, (_, i) => new ReturningClient(operator, urls, i))
  await Promise.all(clients.map((client) => client.ready()))
  const { stormId } = await control(core.url, controlStorm, { body: { ratePerSecond: RATE, forMs } })
  await trouble()
  await expectStormOnce(core.url, stormId, clients)
  for (const client of clients) client.close()
  return clients
}

describe.skipIf(REDIS_SERVER === undefined)('a storm at edges', () => {
  let redis: RedisServer
  let core: LaunchedSimulator
  const edges: LaunchedEdge[] = []
  beforeAll(async () => {
    redis = await startRedis()
    core = await launchSimulator(['--redis', redis.url, ...BY_DAY])
    edges.push(await launchEdge(redis.url), await launchEdge(redis.url), await launchEdge(redis.url))
  })
  afterAll(async () => {
    await Promise.all([...edges, core].map((one) => one?.stop()))
    await redis?.[Symbol.asyncDispose]()
  })

  it('loses nothing while Redis is killed and comes back, and nobody is cut for it', async () => {
    const clients = await withTrouble(core, edges, 9000, async () => {
      await pause(1500)
      await redis.kill()
      await pause(3000)
      await redis.start()
      await pause(1500)
      redis.freeze(true)
      await pause(1500)
      redis.freeze(false)
    })
    expect(clients.map(({ cuts }) => cuts)).toEqual(clients.map(() => 0))
  })

  it('loses nothing while edges are killed at random', async () => {
    const clients = await withTrouble(core, edges, 9000, async () => {
      for (let i = 0; i < 3; i++) {
        await pause(1500)
        edges.push(await launchEdge(redis.url))
        await edges[i]!.kill()
      }
    })
    expect(clients.reduce((sum, { cuts }) => sum + cuts, 0)).toBeGreaterThan(0)
  })

  it('loses nothing while the core is killed and starts again', async () => {
    const data = await mkdtemp(join(tmpdir(), 'backlot-edge-'))
    try {
      const args = ['--redis', `${redis.url}?cluster=second`, '--data', data, '--past-days', '0']
      const core = await launchSimulator([...args, ...BY_DAY])
      await using edge = await launchEdge(`${redis.url}?cluster=second`)
      const operator = await Operator.signIn(core.url)
      const client = new ReturningClient(operator, () => [edge.url], 0)
      await client.ready()
      const start = client.startCursor ?? 0
      await control(core.url, controlStorm, { body: { ratePerSecond: RATE, forMs: 20_000 } })
      await client.until(() => client.seen() > 200)
      await core.kill()
      // Not by day again: its clock would go back, and the storm's alarms happen again.
      await using again = await launchSimulator(args)
      await control(again.url, controlStorm, { body: { ratePerSecond: RATE, forMs: 1000 } })
      await client.until(() => client.cuts > 0 && client.isOn)
      const after = await Operator.signIn(again.url)
      const newest = (await storedStorm(after, start)).at(-1)!
      await client.until(() => client.has(newest) || client.counted() > 0)
      expect(client.twice()).toEqual([])
      const ids = (await storedStorm(after, start)).filter((id) => id <= newest)
      expect(client.missing(ids).length).toBeLessThanOrEqual(client.counted())
      client.close()
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  })
})
