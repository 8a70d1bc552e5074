import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlStatus, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { createRandom } from '@backlot/testing/load/random'
import { expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../testing/launch-edge.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { type Running, start, startWorker } from '../servers/cluster-programs.ts'
import { compareArchive } from '../servers/compare-archive.ts'
import { isTwice, openBroker, overlaps } from '../servers/mqtt-broker.ts'
import { POSTGRES_BIN, startPostgres } from '../servers/postgres-server.ts'
import { REDIS_SERVER, startRedis } from '../servers/redis-server.ts'
import { ReturningClient } from '../servers/returning-client.ts'

/** Another one is another minute. */
const SEED = Number(process.env['CHAOS_SEED'] ?? 1)
const CHAOS_MS = 60_000
const DEVICES = 60
const CONSOLES = 8
const PATIENTLY = { timeout: 120_000 }

/** Everything that can be killed, and is started again. */
type Victims = { workers: Running[]; edges: LaunchedEdge[] }
const isThere = ({ child: { exitCode, signalCode } }: Pick<Running, 'child'>) =>
  exitCode === null && signalCode === null

it.skipIf(REDIS_SERVER === undefined || POSTGRES_BIN === undefined)(
  `a minute in which machines, Redis and the archive are killed at random (seed ${SEED}): nothing is lost, nothing comes twice`,
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'backlot-chaos-'))
    const victims: Victims = { workers: [], edges: [] }
    try {
      await using redis = await startRedis()
      await using postgres = await startPostgres()
      await using broker = await openBroker()
      const args = ['--no-rtmp', '--data', data, '--archive', postgres.url, '--redis', redis.url, ...BY_DAY]
      await using core = await launchSimulator(args)
      victims.edges.push(await launchEdge(redis.url), await launchEdge(redis.url))
      let named = 0
      const worker = () => startWorker(redis.url, `w${named++}`, '--take', 'devices', '--slots', '6')
      victims.workers.push(await worker(), await worker(), await worker())
      const target = `mqtt://127.0.0.1:${broker.port}`
      const fleetArgs = ['--count', String(DEVICES), '--shard', '10', '--rate', '100', '--interval', '1s']
      await using fleet = start(
        redis.url,
        'devices',
        '--to',
        target,
        ...fleetArgs,
        '--seed',
        '7',
        '--for',
        '30m',
      )
      await expect.poll(() => broker.speakingSince(0), PATIENTLY).toBe(DEVICES)

      const operator = await Operator.signIn(core.url)
      const alive = () => victims.edges.filter(isThere)
      const urls = () => alive().map(({ url }) => url)
      const clients = Array.from({ length: CONSOLES }, (_, i) => new ReturningClient(operator, urls, i))
      await Promise.all(clients.map((client) => client.ready()))
      const order = { ratePerSecond: 50, forMs: CHAOS_MS }
      const { stormId } = await control(core.url, controlStorm, { body: order })

      const random = createRandom(SEED)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
      const away = () => pause(500 + random() * 5000)
      const acts: Record<string, () => Promise<void>> = {
        async worker() {
          const one = pick(victims.workers.filter(isThere))
          one.signal('SIGKILL')
          await one.ended
          victims.workers.push(await worker())
        },
        async stillWorker() {
          const one = pick(victims.workers.filter(isThere))
          one.signal('SIGSTOP')
          await away()
          one.signal('SIGCONT')
        },
        async edge() {
          const one = pick(alive())
          victims.edges.push(await launchEdge(redis.url))
          await one.kill()
        },
        async redis() {
          await redis.kill()
          await away()
          await redis.start()
        },
        async archive() {
          await postgres.kill()
          await away()
          await postgres.start()
        },
      }
      const endMs = Date.now() + CHAOS_MS
      const done: string[] = []
      while (Date.now() < endMs) {
        const name = pick(Object.keys(acts))
        done.push(name)
        await acts[name]!()
        await pause(random() * 2000)
      }

      // Every device speaks, and has said each of its reports once.
      const calmMs = Date.now()
      await expect.poll(() => broker.speakingSince(calmMs + 3000), PATIENTLY).toBe(DEVICES)
      expect(
        [...broker.reports].filter(([, list]) => isTwice(list)).map(([sn]) => sn),
        done.join(),
      ).toEqual([])
      expect(
        [...broker.reports].filter(([, list]) => overlaps(list)).map(([sn]) => sn),
        done.join(),
      ).toEqual([])
      fleet.signal('SIGINT')
      expect(await fleet.ended).toBe(0)

      // Every console has every alarm once, in full or counted.
      const progress = () => control(core.url, controlStormStatus, { params: { id: stormId } })
      await expect.poll(async () => (await progress()).done, PATIENTLY).toBe(true)
      const { lastCursor, planned } = await progress()
      await Promise.all(clients.map((client) => client.reached(lastCursor)))
      const ids = await storedAfter(operator, clients[0]!.startCursor ?? 0)
      expect(ids).toHaveLength(planned)
      for (const client of clients) {
        expect(client.twice(), done.join()).toEqual([])
        expect(client.missing(ids).length, done.join()).toBe(client.counted())
        client.close()
      }

      // The archive is the core, row for row.
      const archive = async () => (await control(core.url, controlStatus)).archive
      await expect.poll(archive, PATIENTLY).toMatchObject({ state: 'connected', waiting: 0 })
      await core.stop()
      for (const [table, compared] of Object.entries(await compareArchive(data, postgres.url))) {
        const { differing, extra, twice } = compared
        expect({ table, differing, extra, twice }).toEqual({ table, differing: [], extra: [], twice: 0 })
      }
    } finally {
      await Promise.all(victims.edges.map((edge) => edge.kill()))
      await Promise.all(victims.workers.map((one) => one[Symbol.asyncDispose]()))
      rmSync(data, { recursive: true, force: true })
    }
  },
  540_000,
)

/** The storm's alarms as the core has them. */
async function storedAfter(operator: Operator, after: number): Promise<number[]> {
  const ids: number[] = []
  for (let cursor = after; ; ) {
    const { list } = await operator.call(listAlarms, { query: { after: cursor, pageSize: 1000 } })
    if (list.length === 0) return ids
    ids.push(...list.filter(({ alarmSeq }) => alarmSeq.startsWith('storm')).map(({ id }) => id))
    cursor = list.at(-1)!.cursor!
  }
}
