// Sessions from their beginning to their end everywhere, and input that is no input: paths, prototypes, names.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { ALL_CALLS, PLATFORM_CALLS } from '../../../contract/src/calls.ts'
import { CODES } from '../../../contract/src/codes.ts'
import { controlDevices, controlRaiseAlarm } from '../../../contract/src/control/calls.ts'
import {
  addDevice,
  listDevices,
  listDeviceTypes,
  listGroups,
} from '../../../contract/src/device-admin/calls.ts'
import { fitsProtocol } from '../../../contract/src/device-admin/entities.ts'
import { addFavourite } from '../../../contract/src/favourites/calls.ts'
import { startLiveVideo } from '../../../contract/src/live-video/calls.ts'
import { getInfo, logout } from '../../../contract/src/session/calls.ts'
import {
  addRole,
  addUser,
  deleteUser,
  kickUser,
  listRoles,
  listUsers,
  updateUser,
} from '../../../contract/src/users/calls.ts'
import { controlStations } from '../../../contract/src/wires/hj212/calls.ts'
import { addWorkspace, listWorkspaces } from '../../../contract/src/workspaces/calls.ts'
import { SESSION_COOKIE } from '../../../simulator/src/calls/session-port.ts'
import { createSimulator } from '../../../simulator/src/create-simulator.ts'
import type { Simulator } from '../../../simulator/src/simulator.ts'
import { writeFrame } from '../../../simulator/src/wire/hj212/write-packet.ts'
import { ChannelClient } from '../../../testing/channel-client.ts'
import { control } from '../../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../../testing/operator.ts'

const OBJECT_NAMES = ['__proto__', 'constructor', 'toString', 'valueOf', 'prototype'] as const
let simulator: Simulator
let admin: Operator
let camera: string
beforeAll(async () => {
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    logLevel: 'silent',
    encoderBudget: 0,
    checkReplies: true,
  })
  admin = await Operator.signIn(simulator.url)
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 100 } })
  camera = list.find(({ online }) => online)!.sn
})
afterAll(() => simulator[Symbol.asyncDispose]())

/** An account of its own for a test. */
async function account(loginName: string, singleLogin = false): Promise<number> {
  const { list } = await admin.call(listRoles, { query: { pageSize: 100 }, headers: { lang: 'en' } })
  const { roleId } = list.find(({ name }) => name === 'Administrator')!
  const body = { loginName, name: loginName, password: Operator.hash(DEMO_PASSWORD), roleId, singleLogin }
  return (await admin.call(addUser, { body })).userId
}

/** All that a signed-in console holds open: its channel and a stream. */
async function holdOpen(operator: Operator) {
  const channel = await ChannelClient.open(operator)
  const { url, httpUrl } = await operator.call(startLiveVideo, { body: { sn: camera, chnId: 1 } })
  const stream = new WebSocket(new URL(url, simulator.url.replace('http', 'ws')))
  stream.on('error', () => {})
  await once(stream, 'message')
  return { channel, stream, signedUrl: new URL(httpUrl, simulator.url) }
}

async function expectEnded(operator: Operator, held: Awaited<ReturnType<typeof holdOpen>>) {
  await held.channel.until(() => held.channel.closed !== undefined)
  await expect.poll(() => held.stream.readyState).toBe(WebSocket.CLOSED)
  const signed = await fetch(held.signedUrl)
  await signed.arrayBuffer()
  expect(signed.status).toBe(401)
  const headers = { authorization: `Bearer ${operator.sessionId}` }
  expect(await operator.ask(getInfo, { headers })).toMatchObject({ status: 401, code: CODES.sessionExpired })
}

describe('a session', () => {
  it('has a new name at each sign-in, whatever name the browser brought', async () => {
    const planted = 'planted-by-somebody-who-knows-it'
    const other = new Operator(simulator.url)
    other.cookie = `${SESSION_COOKIE}=${planted}`
    expect((await other.ask(getInfo)).status).toBe(401)
    const [first, second] = [await Operator.signIn(simulator.url), await Operator.signIn(simulator.url)]
    expect(new Set([planted, first.sessionId, second.sessionId]).size).toBe(3)
    expect(first.sessionId).toMatch(/^[\w-]{43}$/)
    expect((await other.ask(getInfo)).status).toBe(401)
  })

  it("that is signed out ends its channel, its streams and its signed addresses, and no other session's", async () => {
    const [mine, other] = [await Operator.signIn(simulator.url), await Operator.signIn(simulator.url)]
    const [held, kept] = [await holdOpen(mine), await holdOpen(other)]
    await mine.call(logout)
    await expectEnded(mine, held)
    expect((await other.ask(getInfo)).code).toBe(0)
    expect([kept.channel.closed, kept.stream.readyState]).toEqual([undefined, WebSocket.OPEN])
    kept.stream.terminate()
    kept.channel.cut()
  })

  it.each(['kicked', 'disabled', 'deleted'])(
    'of an account that is %s ends everywhere at once',
    async (ending) => {
      const loginName = `ends_${ending}`.slice(0, 12)
      const userId = await account(loginName)
      const operators = [
        await Operator.signIn(simulator.url, loginName),
        await Operator.signIn(simulator.url, loginName),
      ]
      const held = await Promise.all(operators.map(holdOpen))
      if (ending === 'kicked') await admin.call(kickUser, { body: { userId } })
      else if (ending === 'disabled') await admin.call(updateUser, { body: { userId, locked: true } })
      else await admin.call(deleteUser, { body: { userId } })
      for (const [n, operator] of operators.entries()) await expectEnded(operator, held[n]!)
    },
  )

  it('of a single-login account gives way to the newer one, with all that it held open', async () => {
    await account('only_one', true)
    const older = await Operator.signIn(simulator.url, 'only_one')
    const held = await holdOpen(older)
    const newer = await Operator.signIn(simulator.url, 'only_one')
    await expectEnded(older, held)
    expect((await newer.ask(getInfo)).code).toBe(0)
  })
})

/** A request whose path nobody tidies. */
async function raw(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  const sent = httpRequest(simulator.url, { method, path, headers: { cookie: admin.cookie } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray()).toString('latin1')
  return { status: answer.statusCode ?? 0, body }
}

describe('a path', () => {
  const CLIMBS = [
    '../../../package.json',
    '..%2f..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/%2e%2e/package.json',
    '..%5c..%5c..%5cpackage.json',
    '..\\..\\..\\package.json',
    '....//....//package.json',
    '%252e%252e%252fpackage.json',
    '%c0%ae%c0%ae/package.json',
    '%00/../package.json',
    'a%00.jpg',
    'C:%5cwindows%5cwin.ini',
    '/etc/passwd',
    'platform.db',
    '..%2fbacklot.db',
  ]
  it.each([
    '/',
    '/assets/',
    '/upload/',
    '/record/',
    '/api/captureFile/',
    '/alarm/picture/1/',
    '/live/',
    '/replay/',
    '/control/ui/',
    '/docs/',
  ])('below %s leads to no file outside', async (base) => {
    for (const climb of CLIMBS) {
      const { status, body } = await raw(base + climb)
      expect(status, base + climb).toBeLessThan(500)
      expect(body, base + climb).not.toMatch(/"workspaces"|root:x:|SQLite format|\[fonts\]/)
      if (status === 200) expect(body, base + climb).toMatch(/<!doctype html|^\{"code":[1-9]/i)
    }
  })
})

it('a form of thousands of fields is no picture, however many come before it', async () => {
  const field = (n: number) => `--b\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\nx\r\n`
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nnone\r\n--b--\r\n'
  for (const fields of [20, 10_000, 40_000]) {
    const answer = await fetch(new URL('/uploadFile?filename=a.png', simulator.url), {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'multipart/form-data; boundary=b' },
      body: Array.from({ length: fields }, (_, n) => field(n)).join('') + file,
    })
    expect([400, 413, 415]).toContain(answer.status)
    await answer.arrayBuffer()
  }
})

describe('a text with characters that nobody sees', () => {
  it('is refused as a name in the language of the caller', async () => {
    for (const sign of ['\0', '\u202e', '\ud800', '\n']) {
      const body = { name: `ab${sign}cd`, sn: camera, chnId: 1 }
      const en = await admin.ask(addFavourite, { body, headers: { lang: 'en' } })
      expect(en).toMatchObject({ status: 400, code: 400, data: { field: 'name' } })
      expect(en.msg).toBe('name: must be one line without control or invisible characters')
      const zh = await admin.ask(addFavourite, { body, headers: { lang: 'zh' } })
      expect(zh.msg).toBe('name: 只能有一行，且不得包含控制字符和不可见字符')
    }
  })

  it('is looked for by every call that looks for a text, and found nowhere', async () => {
    const texts = ['\0', 'a\0b', '\u202ea', '\ufffd', '%']
    for (const { name, path, query } of PLATFORM_CALLS.filter(
      ({ method, writes }) => method === 'GET' && !writes,
    )) {
      const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
      const fields = Object.entries(properties).flatMap(([field, schema]) =>
        typeof schema === 'object' && schema.type === 'string' ? [field] : [],
      )
      for (const field of fields) {
        for (const text of texts) {
          const { status } = await raw(
            `${path.replace(/:\w+/g, '1')}?${field}=${encodeURIComponent(text)}`,
            'GET',
          )
          expect([200, 304, 400, 401, 403, 404], `${name} ${field} ${JSON.stringify(text)}`).toContain(status)
        }
        const { status } = await raw(`${path.replace(/:\w+/g, '1')}?${field}=%ED%A0%80%FF`, 'GET')
        expect(status, `${name} ${field}`).toBeLessThan(500)
      }
    }
  })
})

describe('input that names what every object has', () => {
  const clean = () => {
    for (const name of ['isAdmin', 'polluted', 'sn'])
      expect(({} as Record<string, unknown>)[name]).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  }

  it('is refused in the body of every call', async () => {
    for (const call of ALL_CALLS.filter(({ method, raw }) => method === 'POST' && !raw?.request)) {
      if (call.name === logout.name) continue
      for (const body of [
        '{"__proto__":{"isAdmin":true}}',
        '{"a":{"constructor":{"prototype":{"polluted":1}}}}',
      ]) {
        const answer = await fetch(new URL(call.path.replace(/:\w+/g, '1'), simulator.url), {
          method: 'POST',
          headers: { cookie: admin.cookie, 'content-type': 'application/json' },
          body,
        })
        expect([call.name, answer.status]).toEqual([call.name, 400])
        await answer.arrayBuffer()
      }
    }
    clean()
  })

  it('does nothing in a query', async () => {
    const query =
      '?__proto__=1&__proto__[isAdmin]=true&constructor=x&constructor[prototype][polluted]=1&toString=1'
    for (const { path, method } of PLATFORM_CALLS.filter(({ method }) => method === 'GET')) {
      const { status } = await raw(path.replace(/:\w+/g, '__proto__') + query, method)
      expect(status, path).toBeLessThan(500)
    }
    clean()
  })

  it('is a name like others for accounts, roles, devices, stations and workspaces', async () => {
    const { list: groups } = await admin.call(listGroups)
    const { list: types } = await admin.call(listDeviceTypes, { query: { pageSize: 500 } })
    const groupId = groups.find(({ id }) => id > 0)!.id
    const typeId = types.find(({ protocolType }) => fitsProtocol('__proto__', protocolType))!.id
    for (const name of OBJECT_NAMES) {
      const userId = await account(name)
      const own = await Operator.signIn(simulator.url, name)
      expect(own.userInfo?.loginName).toBe(name)
      await admin.call(addRole, { body: { name, permission: [] } })
      const device = await admin.ask(addDevice, { body: { sn: name, name, groupId, typeId } })
      expect([name, device.code, device.msg]).toEqual([name, 0, ''])
      const { list } = await admin.call(listDevices, { query: { text: name } })
      expect(list.map(({ sn }) => sn)).toContain(name)
      await control(simulator.url, controlRaiseAlarm, { body: { sn: name, type: 'IoAlarm', subType: 'SOS' } })
      await admin.call(deleteUser, { body: { userId } })
    }
    const { list: users } = await admin.call(listUsers, { query: { pageSize: 100 } })
    expect(users.map(({ loginName }) => loginName)).not.toContain('__proto__')
    await admin.call(addWorkspace, {
      body: { name: 'valueOf', path: '/index', query: { toString: 'x', valueOf: 'y' } },
    })
    const { list: workspaces } = await admin.call(listWorkspaces)
    expect(workspaces.find(({ name }) => name === 'valueOf')?.query).toEqual({ toString: 'x', valueOf: 'y' })
    clean()
  })

  it('is a station like others on the wire', async () => {
    const [host, port] = simulator.hj212!.split(':')
    const socket = connect({ host, port: Number(port) })
    for (const mn of ['FUZZ__proto__', 'hasOwnProperty'])
      socket.write(
        writeFrame(
          `QN=20260112093000001;ST=22;CN=2011;PW=123456;MN=${mn};Flag=5;CP=&&DataTime=20260112093000;__proto__-Rtd=1,constructor-Flag=N;a34004-Rtd=75.6&&`,
        ),
      )
    await once(socket, 'data')
    await expect
      .poll(async () => {
        const { list } = await control(simulator.url, controlStations, {})
        return list.map(({ sn }) => sn)
      })
      .toContain('hasOwnProperty')
    socket.destroy()
    clean()
  })
})
