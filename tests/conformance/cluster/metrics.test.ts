import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { launchEdge } from '../../../testing/launch-edge.ts'
import { launchSimulator } from '../../../testing/launch-simulator.ts'
import { startWorker } from '../../servers/cluster-programs.ts'
import { freePort } from '../../servers/free-port.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
/** Those of cameras are a platform's, which has them without a cluster too. */
const ours = (name: string) => /^backlot_(cluster|worker(?!_cameras)|edges?)(_|$)/.test(name)

describe.skipIf(REDIS_SERVER === undefined)('metrics of a cluster', () => {
  it('are on their pages and on the dashboard, each of them and no other', async () => {
    await using redis = await startRedis()
    await using core = await launchSimulator([], { BACKLOT_REDIS: redis.url })
    const port = String(await freePort())
    await using _worker = await startWorker(redis.url, 'one', '--port', port)
    await using edge = await launchEdge(redis.url)
    const texts = await Promise.all(
      [core.url, edge.url, `http://127.0.0.1:${port}`].map(async (url) =>
        (await fetch(`${url}/metrics`)).text(),
      ),
    )
    const there = texts
      .flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)])
      .map(([, name = '', type = '']) => ({ name, type }))
      .filter(({ name }) => ours(name))
    const pages = `${read('docs/cluster.md')}\n${read('docs/edge.md')}`
    const listed = [...pages.matchAll(/^\| `(backlot_\w+)` \| (\w+) \|/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    )
    expect(listed.sort()).toEqual(there.map(({ name, type }) => `${name} ${type}`).sort())
    const shown = new Set(
      [...read('fixtures/dashboards/cluster.json').matchAll(/backlot_[a-z0-9_]+/g)]
        .map(([name]) => name)
        .filter(ours),
    )
    const wanted = there.map(({ name, type }) => (type === 'histogram' ? `${name}_bucket` : name))
    expect([...shown].filter((name) => name !== 'backlot_').sort()).toEqual(wanted.sort())

    // The worker is among the members that the core counts.
    await expect
      .poll(async () => (await fetch(`${core.url}/metrics`)).text())
      .toContain('backlot_cluster_members{role="worker"} 1')
    const health = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { ok: true, parts: { redis: true } }])
    await redis.kill()
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(503)
    // The platform itself lives on.
    expect((await fetch(`${core.url}/healthz`)).status).toBe(200)
  })
})
