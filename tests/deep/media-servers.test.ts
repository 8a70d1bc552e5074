import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIVE_START_CODES } from '@backlot/contract/codes'
import { controlDevices } from '@backlot/contract/control/calls'
import { listDevices } from '@backlot/contract/device-admin/calls'
import { mediaServer, startLiveVideo } from '@backlot/contract/live-video/calls'
import {
  addMediaServer,
  deleteMediaServer,
  listMediaServers,
  updateMediaServer,
} from '@backlot/contract/media-config/calls'
import { queryRecordFile, startPlayRecordFile } from '@backlot/contract/recordings/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let folder: string
let simulator: LaunchedSimulator
let operator: Operator
let sn: string
let groupId: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-media-servers-'))
  await start()
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
  sn = list.find(({ online }) => online)!.sn
  groupId = (await operator.call(listDevices, { query: { text: sn } })).list[0]!.groupId
})
afterAll(async () => {
  await simulator?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  simulator = await launchSimulator(['--data', folder])
  operator = await Operator.signIn(simulator.url)
}

const live = () => operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
const rows = async () => (await operator.call(listMediaServers)).list
const newServer = {
  name: 'Second server',
  localAddr: '',
  addr1: '',
  addr2: '',
  addr3: '',
  configJson: { wsPort: 0, wssPort: 0 },
  port: 0,
  enabled: true,
}

/** More bytes than headers: there are pictures in it. */
const PICTURES_BYTES = 5000

/** The beginning of a stream, as a page of the platform reads it. */
async function bytesOf(url: string): Promise<Buffer> {
  const socket = new WebSocket(new URL(url, simulator.url.replace('http', 'ws')), { origin: simulator.url })
  let bytes = Buffer.alloc(0)
  socket.on('message', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    if (bytes.length > PICTURES_BYTES) socket.terminate()
  })
  await once(socket, 'close')
  return bytes
}

it('a second server plays the devices of its groups on its own port until it is deleted', async () => {
  expect((await live()).url).toMatch(/^\/live\//)
  const { id, listenPort } = await operator.call(addMediaServer, {
    body: { ...newServer, groupIds: [groupId] },
  })
  expect(listenPort).toBeGreaterThan(0)
  expect(listenPort).not.toBe(Number(new URL(simulator.url).port))

  const started = await live()
  expect(new URL(started.url).port).toBe(String(listenPort))
  expect((await bytesOf(started.url)).subarray(0, 3).toString()).toBe('FLV')
  const overHttp = await fetch(started.httpUrl)
  const reader = overHttp.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  expect(Buffer.from(value!).subarray(0, 3).toString()).toBe('FLV')
  // Without its token it is closed there as well.
  expect((await fetch(started.httpUrl.split('?')[0]!)).status).toBe(401)
  expect(await operator.call(mediaServer, { query: { sn } })).toMatchObject({
    configJson: { wsPort: listenPort },
  })
  const row = (await rows()).find((one) => one.id === id)!
  expect(row.bytesOut).toBeGreaterThan(PICTURES_BYTES)

  const endTime = Math.floor(Date.now() / 1000) - 3600
  const span = { sn, chnId: 1, startTime: endTime - 12 * 3600, endTime }
  const { list: files } = await operator.call(queryRecordFile, { body: span })
  const played = await operator.call(startPlayRecordFile, {
    query: { sn, chnId: 1, fid: files[0]!.fid },
  })
  expect(new URL(played.url).port).toBe(String(listenPort))
  expect((await bytesOf(played.url)).subarray(0, 3).toString()).toBe('FLV')

  await operator.call(deleteMediaServer, { body: { id, version: row.version } })
  const back = await live()
  expect(back.url).toMatch(/^\/live\//)
  expect((await bytesOf(back.url)).subarray(0, 3).toString()).toBe('FLV')
  await expect(fetch(started.httpUrl)).rejects.toThrow()
})

it('a server listens again after a restart, fails with code 1 when it is off or its port was taken, and moves', async () => {
  const { id, listenPort } = await operator.call(addMediaServer, {
    body: { ...newServer, groupIds: [groupId] },
  })
  const body = { ...newServer, groupIds: [groupId], id }
  await operator.call(updateMediaServer, { body: { ...body, version: 1, enabled: false } })
  const refused = await operator.ask(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  expect(refused.code).toBe(LIVE_START_CODES.getMediaServerFailed)
  const port = listenPort!
  await operator.call(updateMediaServer, { body: { ...body, version: 2, port } })

  await simulator.stop()
  await start()
  expect(await rows()).toMatchObject([{ id: 1 }, { id, state: 'running', listenPort: port }])
  expect((await bytesOf((await live()).url)).subarray(0, 3).toString()).toBe('FLV')

  await simulator.stop()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  await start()
  expect(await rows()).toMatchObject([{ id: 1 }, { id, state: 'unreachable', listenPort: null }])
  const unreachable = await operator.ask(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  expect(unreachable.code).toBe(LIVE_START_CODES.getMediaServerFailed)
  const taken = await operator.ask(updateMediaServer, { body: { ...body, version: 3, port } })
  expect(taken).toMatchObject({ status: 409, code: 409 })
  await operator.call(updateMediaServer, { body: { ...body, version: 3, port: 0 } })
  const moved = await live()
  expect(new URL(moved.url).port).not.toBe(String((other.address() as AddressInfo).port))
  expect((await bytesOf(moved.url)).subarray(0, 3).toString()).toBe('FLV')
  other.close()
})
