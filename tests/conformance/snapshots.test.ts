import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { CLOSE } from '@backlot/contract/channel/frames'
import {
  controlClock,
  controlDevices,
  controlRaiseAlarm,
  controlSetClock,
} from '@backlot/contract/control/calls'
import { controlAddFaults, controlFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { controlAddFleet, controlFleets } from '@backlot/contract/control/fleet-calls'
import {
  controlRestoreSnapshot,
  controlSaveSnapshot,
  controlSnapshots,
} from '@backlot/contract/control/snapshot-calls'
import { getInfo } from '@backlot/contract/session/calls'
import { addUser, listRoles, listUsers } from '@backlot/contract/users/calls'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let folder: string
let simulator: LaunchedSimulator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-snapshots-'))
  simulator = await launchSimulator(['--data', join(folder, 'one'), '--check-replies', '--log-level', 'warn'])
}, 120_000)
afterAll(async () => {
  await simulator?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const SMALL = `name: small
groups: [{ key: all, name: { zh: 全部, en: All } }]
fleets: [{ kind: 'camera', count: 3, group: all, placement: junctions }]
`

const save = (name: string, replace = true) =>
  control(simulator.url, controlSaveSnapshot, { body: { name, replace } })
const restore = (name: string) => control(simulator.url, controlRestoreSnapshot, { body: { name } })
/** The newest alarms up to an hour from now, by the numbers that their devices gave them. */
const alarmsOf = async (operator: Operator) => {
  const endTime = Math.floor((await control(simulator.url, controlClock)).nowMs / 1000) + 3600
  const query = { startTime: endTime - 86_400, endTime, pageSize: 100 }
  return (await operator.call(listAlarms, { query })).list.map(({ alarmSeq }) => alarmSeq)
}
const picture = (shade: number) => {
  const image = new PNG({ width: 300, height: 100 })
  image.data.fill(shade)
  return PNG.sync.write(image)
}

async function upload(operator: Operator, bytes: Uint8Array): Promise<string> {
  const response = await fetch(`${operator.url}/uploadFile?filename=a.png`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', cookie: operator.cookie },
    body: new Uint8Array(bytes),
  })
  const { data } = (await response.json()) as { data: { filePath: string } }
  return data.filePath
}
const statusOf = async (operator: Operator, path: string) =>
  (await fetch(new URL(path, operator.url), { headers: { cookie: operator.cookie } })).status

test('everything is as it was: tables, uploads, sessions, clock, faults, fleets; consoles are told at once', async () => {
  const { url } = simulator
  const admin = await Operator.signIn(url)
  const kept = await upload(admin, picture(80))
  await control(url, controlSetClock, { body: { action: 'speed', rate: 2 } })
  const [fault] = (
    await control(url, controlAddFaults, {
      body: {
        faults: [{ fault: 'http-code', target: { paths: ['/map/heat'] }, parameters: { code: 503 } }],
      },
    })
  ).list
  const { list: devices } = await control(url, controlDevices, { query: { kind: 'camera', limit: 3 } })
  const raise = () =>
    control(url, controlRaiseAlarm, { body: { sn: devices[0]!.sn, type: 'AiAlarm', subType: 'Fire' } })
  const fire = await raise()
  const saved = await save('before')
  const users = await admin.call(listUsers, { query: { pageSize: 500 } })

  // Everything changes.
  const { list: roles } = await admin.call(listRoles, { query: { pageSize: 50 } })
  const password = Operator.hash('Changed@2026')
  await admin.call(addUser, {
    body: { loginName: 'newcomer', name: 'New', password, roleId: roles[0]!.roleId },
  })
  await control(url, controlAddFleet, {
    body: {
      kind: 'camera',
      count: 5,
      group: { key: 'new', name: { zh: '新', en: 'New' } },
      placement: 'junctions',
    },
  })
  const afterwards = await raise()
  expect(await alarmsOf(admin)).toEqual(expect.arrayContaining([fire.alarmSeq, afterwards.alarmSeq]))
  await control(url, controlRemoveFaults, { body: {} })
  await control(url, controlSetClock, { body: { action: 'jump', byMs: 7_200_000 } })
  const later = await Operator.signIn(url)
  const dropped = await upload(later, picture(160))
  await using channel = await ChannelClient.open(admin)
  const boot = channel.frames.find((frame) => frame.type === 'loginReply')

  const asked = Array.from({ length: 40 }, () => admin.ask(getInfo))
  const restored = await restore('before')
  // What was asked meanwhile was answered, before or after.
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
  await channel.until(() => channel.closed !== undefined)
  expect(channel.closed).toEqual({ code: CLOSE.restored })
  await using again = await ChannelClient.open(admin)
  const reply = again.frames.find((frame) => frame.type === 'loginReply')
  expect(reply).toMatchObject({ code: 0 })
  expect(reply).not.toMatchObject({ boot: (boot as { boot?: string }).boot })

  expect(restored).toMatchObject({ name: 'before', platformMs: saved.platformMs })
  const { nowMs, rate } = await control(url, controlClock)
  expect(rate).toBe(2)
  expect(nowMs).toBeGreaterThanOrEqual(saved.platformMs)
  expect(nowMs).toBeLessThan(saved.platformMs + 7_000_000)
  expect(await admin.call(listUsers, { query: { pageSize: 500 } })).toEqual(users)
  const alarms = await alarmsOf(admin)
  expect(alarms).toContain(fire.alarmSeq)
  expect(alarms).not.toContain(afterwards.alarmSeq)
  expect((await control(url, controlFleets)).list).toEqual([])
  expect((await control(url, controlFaults)).list).toMatchObject([{ id: fault!.id, state: 'striking' }])
  expect(await statusOf(admin, '/map/heat')).toBe(503)
  expect(await statusOf(admin, kept)).toBe(200)
  expect(await statusOf(admin, dropped)).toBe(404)
  // That session began later.
  expect((await later.ask(getInfo)).code).toBe(401)
  await control(url, controlRemoveFaults, { body: {} })
})

test('the address, the ports and the token stay', async () => {
  await save('ports')
  const token = () => readFile(join(folder, 'one/control.json'), 'utf8')
  const before = await token()
  await restore('ports')
  expect(await token()).toBe(before)
  for (const address of [
    simulator.jt808,
    simulator.hj212,
    simulator.rtmp,
    simulator.rtsp,
    simulator.gb28181,
  ]) {
    const { hostname, port } = new URL(/:\/\//.test(address!) ? address! : `tcp://${address}`)
    const socket = connect({ host: hostname, port: Number(port) })
    await once(socket, 'connect')
    socket.destroy()
  }
})

test('a platform that is killed in the middle of a restore has the state from before it, and the snapshots', async () => {
  const data = join(folder, 'killed')
  const first = await launchSimulator(['--data', data])
  await control(first.url, controlSaveSnapshot, { body: { name: 'early' } })
  const admin = await Operator.signIn(first.url)
  const path = await upload(admin, picture(40))
  void control(first.url, controlRestoreSnapshot, { body: { name: 'early' } }).catch(() => {})
  // The channel is told when the old platform begins to end.
  await using channel = await ChannelClient.open(admin).catch(() => undefined as never)
  await channel?.until(() => channel.closed !== undefined)
  await first.kill()
  await using again = await launchSimulator(['--data', data])
  const { list } = await control(again.url, controlSnapshots)
  expect(list.map(({ name }) => name)).toEqual(['early'])
  const back = await Operator.signIn(again.url)
  // Before or after, never something in between.
  expect([200, 404]).toContain(await statusOf(back, path))
})

test('one file carries a snapshot to another data folder, which begins with it', async () => {
  const admin = await Operator.signIn(simulator.url)
  const path = await upload(admin, picture(120))
  const { platformMs } = await save('移交-moved')
  const file = join(folder, 'moved.tar.gz')
  const response = await fetch(`${simulator.url}/control/snapshots/${encodeURIComponent('移交-moved')}/file`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))

  await using other = await launchSimulator([
    '--data',
    join(folder, 'two'),
    '--seed',
    '7',
    '--snapshot',
    file,
  ])
  const there = new Operator(other.url)
  there.cookie = admin.cookie
  expect(await statusOf(there, path)).toBe(200)
  expect((await control(other.url, controlClock)).nowMs).toBeGreaterThanOrEqual(platformMs)
  await other.stop()
  await writeFile(join(folder, 'small.yaml'), SMALL)
  for (const [args, why] of [
    [['--data', join(folder, 'two'), '--snapshot', file], /has state already/],
    [['--seed', '8', '--snapshot', file], /seed 7.*seed 8/],
    [['--snapshot', join(folder, 'none.tar.gz')], /--snapshot .*none.*: The file cannot be read: ENOENT/],
    [
      ['--scenario', join(folder, 'small.yaml'), '--snapshot', file],
      /another scenario \(demo\); this platform has small/,
    ],
  ] as const) {
    await expect(launchSimulator(args)).rejects.toThrow(why)
  }
})

test('a browser needs the token, and a name is a name', async () => {
  const order = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${simulator.url}/control/snapshots/restore`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name }),
    })
  expect((await order('移交-moved', { origin: simulator.url })).status).toBe(403)
  for (const name of ['../one', '.', '', 'a/b', 'a'.repeat(49)])
    expect((await order(name)).status, name).toBe(400)
  expect((await order('none')).status).toBe(404)
  await expect(save('移交-moved', false)).rejects.toThrow(/409 There is a snapshot 移交-moved already/)
})
