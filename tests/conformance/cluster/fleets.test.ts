import { expect, it } from 'vitest'
import { type Running, start, startWorker } from '../../servers/cluster-programs.ts'
import { isTwice, openBroker, overlaps } from '../../servers/mqtt-broker.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

const PATIENT = { timeout: 60_000 }
const DEVICES = 60
const FLEET = ['--count', '60', '--shard', '10', '--rate', '100', '--interval', '1s', '--seed', '7']

const told = ({ lines }: Running, event: string) => lines.filter((line) => line.includes(`"${event}"`)).length
const carried = (worker: Running) => told(worker, 'taken') - told(worker, 'handedBack') - told(worker, 'done')

it.skipIf(REDIS_SERVER === undefined)(
  'a fleet needs workers that may load its target, is shared with one that comes later, goes on without a dead one, and is handed on by one that ends',
  async () => {
    await using redis = await startRedis()
    await using broker = await openBroker()
    const worker = (name: string) => startWorker(redis.url, name, '--take', 'devices', '--slots', '8')
    const target = `mqtt://127.0.0.1:${broker.port}`
    await using nobody = start(`${redis.url}?cluster=empty`, 'devices', '--to', target)
    await using one = await worker('one')
    await using fleet = start(redis.url, 'devices', '--to', target, ...FLEET, '--for', '5m', '--json')
    await using far = start(redis.url, 'devices', '--to', 'mqtt://192.0.2.1:1883', '--i-own-this-target')
    expect(await nobody.ended).toBe(2)
    expect(nobody.errorOutput()).toContain('No worker of redis://127.0.0.1')
    expect(await far.ended).toBe(2)
    expect(far.errorOutput()).toContain(
      'A worker refuses: one: 192.0.2.1 is not this machine: start the worker with --i-own-this-target',
    )
    await expect.poll(() => broker.speakingSince(0), PATIENT).toBe(DEVICES)
    await expect.poll(() => carried(one)).toBe(6)

    await using other = await worker('other')
    await expect.poll(() => [carried(one), carried(other)], PATIENT).toEqual([3, 3])
    const sharedMs = Date.now()
    await expect.poll(() => broker.speakingSince(sharedMs + 1500), PATIENT).toBe(DEVICES)

    one.signal('SIGKILL')
    await one.ended
    const killedMs = Date.now()
    // While the leases of the dead one run out.
    await using third = await worker('third')
    await expect.poll(() => broker.speakingSince(killedMs + 1500), PATIENT).toBe(DEVICES)

    const atOther = carried(other)
    const before = told(other, 'handedBack')
    other.signal('SIGTERM')
    expect(await other.ended).toBe(0)
    const leftMs = Date.now()
    expect(told(other, 'handedBack') - before).toBe(atOther)
    await expect.poll(() => broker.speakingSince(leftMs + 1500), PATIENT).toBe(DEVICES)
    await expect.poll(() => carried(third)).toBe(6)

    fleet.signal('SIGINT')
    const code = await fleet.ended
    expect(code, fleet.lines[0] + fleet.errorOutput()).toBe(0)
    const summary = JSON.parse(fleet.lines[0] ?? '{}') as { takeOvers: { from: string; to: string }[] }
    expect(summary).toMatchObject({ passed: true, devices: DEVICES, online: DEVICES, shards: 6, lost: 0 })
    expect(summary.takeOvers.filter(({ from }) => from === 'one')).toHaveLength(6)
    expect(summary.takeOvers.filter(({ to }) => to === 'one')).toEqual([])
    expect([...broker.reports.values()].filter(isTwice)).toEqual([])
    expect([...broker.reports.values()].filter(overlaps)).toEqual([])
  },
)
