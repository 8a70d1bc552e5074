import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { addFavourite, listFavourites } from '@backlot/contract/favourites/calls'
import { serviceState } from '@backlot/contract/servers/calls'
import type { TroubleKind } from '@backlot/contract/troubles'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'backlot-storage-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(data, { recursive: true, force: true })
})

const QUIET = {
  port: 0,
  seed: 7,
  rtmpPort: null,
  hj212Port: null,
  jt808Port: null,
  logLevel: 'silent',
} as const

async function cameras(url: string): Promise<string[]> {
  return (await control(url, controlDevices, { query: { kind: 'camera', limit: 60 } })).list.map(
    ({ sn }) => sn,
  )
}
const health = async (url: string) => {
  const answer = await fetch(new URL('/healthz', url))
  return { status: answer.status, ...((await answer.json()) as { ok: boolean; reason?: string }) }
}

const hears = ({ messages }: ChannelClient, kind: TroubleKind) =>
  messages.some((message) => message.type === 'troubles' && message.list.some((one) => one.kind === kind))

it('a data folder that is deleted: from then on no write is acknowledged, and everybody can see why', async () => {
  await using simulator = await createSimulator({ ...QUIET, data, checkReplies: true })
  const { url } = simulator
  const admin = await Operator.signIn(url)
  await using channel = await ChannelClient.open(admin)
  const sns = await cameras(url)
  const add = (sn: string, language: string) =>
    admin.ask(addFavourite, { body: { name: sn, sn, chnId: 1 }, headers: { 'accept-language': language } })
  expect(await health(url)).toMatchObject({ status: 200, ok: true })
  expect((await add(sns[0]!, 'en')).code).toBe(0)

  await rm(data, { recursive: true })
  const answers = []
  for (const sn of sns.slice(1, 31)) answers.push(await add(sn, 'en'))
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [503, 503]))
  expect(answers[0]!.msg).toMatch(/deleted or moved.*restart/i)
  expect((await add(sns[0]!, 'zh')).msg).toMatch(/数据库文件.*重启/)
  // Rows read before can still be read.
  expect((await admin.call(listFavourites)).list).toHaveLength(1)

  expect(await health(url)).toMatchObject({
    status: 503,
    ok: false,
    parts: { database: 'databaseGone' },
    reason: expect.stringContaining('restart'),
  })
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  expect(metrics).toContain('backlot_trouble{kind="databaseGone"} 1')
  const trouble = expect.objectContaining({ kind: 'databaseGone' })
  expect((await control(url, controlStatus)).troubles).toEqual([trouble])
  const { parts } = await admin.call(serviceState)
  expect(parts.find(({ part }) => part === 'database')).toMatchObject({
    state: 'failed',
    trouble: 'databaseGone',
  })
  await channel.until(() => hears(channel, 'databaseGone'))
  expect(simulator.events().filter(({ kind }) => kind === 'platform')).toEqual([
    expect.objectContaining({ said: 'databaseGone' }),
  ])
})

it('a machine whose clock is set back an hour: platform time goes on, and operators are told', async () => {
  await using simulator = await createSimulator({ ...QUIET, data: ':memory:' })
  const { url, clock } = simulator
  const admin = await Operator.signIn(url)
  await using channel = await ChannelClient.open(admin)
  const [before, epoch, steadyBefore] = [clock.now(), clock.epoch(), performance.now()]
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  await channel.until(() => hears(channel, 'clockOff'))
  const passed = performance.now() - steadyBefore
  expect(clock.now() - before).toBeGreaterThanOrEqual(Math.floor(passed) - 1)
  expect(clock.epoch()).toBe(epoch)
  const { troubles } = await control(url, controlStatus)
  expect(troubles).toEqual([expect.objectContaining({ kind: 'clockOff' })])
  expect(Math.round(troubles[0]!.byMs! / 1000)).toBe(-3600)
  expect((await health(url)).ok).toBe(true)
  // Later sign-ins are notified too.
  await using later = await ChannelClient.open(await Operator.signIn(url, 'viewer1'))
  expect(later.frames).toContainEqual(expect.objectContaining({ type: 'loginReply', troubles }))
})

it('a start with a clock that is before the last run goes by it, in a new epoch, and says so', async () => {
  let epoch: number
  {
    await using simulator = await createSimulator({ ...QUIET, data })
    epoch = simulator.clock.epoch()
  }
  const now = Date.now.bind(Date)
  const behindMs = 3 * 3_600_000
  vi.spyOn(Date, 'now').mockImplementation(() => now() - behindMs)
  await using simulator = await createSimulator({ ...QUIET, data })
  expect(simulator.clock.epoch()).toBeGreaterThan(epoch)
  expect(simulator.clock.now()).toBeLessThan(now() - behindMs + 1000)
  const { troubles } = await control(simulator.url, controlStatus)
  expect(troubles).toEqual([expect.objectContaining({ kind: 'clockBehind' })])
  // The last run ended some time ago.
  expect(troubles[0]!.byMs).toBeLessThanOrEqual(behindMs)
  expect(troubles[0]!.byMs).toBeGreaterThan(0)
  // Nobody who signs in meets a session or a lock of a time that is still to come.
  await Operator.signIn(simulator.url)
})

it('pages that are damaged while it runs: one line of the log, calls that say so; the next start says it in one line', async () => {
  let file: string
  {
    await using simulator = await launchSimulator(['--data', data, '--no-rtmp'], { BACKLOT_PAST_DAYS: '1' })
    file = join(data, 'backlot.db')
    expect(await simulator.stop()).toBe(0)
  }
  await using simulator = await launchSimulator(['--data', data, '--no-rtmp'])
  const admin = await Operator.signIn(simulator.url)
  spoil(file)
  await vi.waitFor(async () => expect((await health(simulator.url)).ok).toBe(false), {
    timeout: 60_000,
    interval: 100,
  })
  const [sn] = await cameras(simulator.url)
  const refused = await admin.ask(addFavourite, { body: { name: 'a', sn: sn!, chnId: 1 } })
  expect(refused).toMatchObject({ status: 503, code: 503 })
  expect(await simulator.stop()).toBe(0)
  const lines = simulator
    .errorOutput()
    .split('\n')
    .filter((line) => line.includes('damaged'))
  expect(lines).toHaveLength(1)
  expect(simulator.errorOutput()).not.toMatch(/\n\s+at /)
  await expect(launchSimulator(['--data', data, '--no-rtmp'])).rejects.toThrow(
    /code 1 before it was ready\.\nbacklot: The database is damaged[^\n]*\n$/,
  )
})

/** Overwrites every page but the first few and the log's header. */
function spoil(path: string): void {
  const handle = openSync(path, 'r+')
  const from = 8 * 4096
  writeSync(handle, Buffer.alloc(statSync(path).size - from, 0xa5), 0, undefined, from)
  closeSync(handle)
}
