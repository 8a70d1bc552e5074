import { once } from 'node:events'
import { openCoreLink } from '@backlot/simulator/cluster/core-link'
import { openCorePort } from '@backlot/simulator/cluster/core-port'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'
import { openTestCluster } from './open-test-cluster.ts'

const QUIET = { port: 0, data: ':memory:', pastDays: 0, logLevel: 'silent', encoderBudget: 0 } as const

describe.skipIf(REDIS_SERVER === undefined)('the core of a cluster', () => {
  it('takes links of machines that know its token, and of no others', async () => {
    await using server = await startRedis()
    await using core = await createSimulator({ ...QUIET, redis: server.url })
    const stranger = new WebSocket(`${core.url.replace('http', 'ws')}/cluster`, {
      headers: { authorization: 'Bearer guessed', 'x-backlot-link': 'edge' },
    })
    const [error] = (await once(stranger, 'error')) as [Error]
    expect(error.message).toBe('Unexpected server response: 401')

    await using cluster = await openTestCluster(server.url)
    await using second = await openTestCluster(server.url)
    await expect(openCorePort(second, { url: 'http://127.0.0.1:1', counters: () => ({}) })).rejects.toThrow(
      `The platform at ${core.url} is the core of this cluster`,
    )
    const opened: string[] = []
    using link = openCoreLink(cluster, {
      kind: 'edge',
      memberId: 'm1',
      name: 'Kante 1',
      onOpen: () => void opened.push('open'),
      onClose: () => void opened.push('closed'),
    })
    await expect.poll(() => link.core()?.url).toBe(core.url)
  })
})
