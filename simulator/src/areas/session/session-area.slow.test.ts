import { SESSION_CALLS } from '@backlot/contract/session/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform[Symbol.asyncDispose]())

const noticesOf = () => platform.outbox.drain(platform.hostClock.now()).notices

test('every session call of the contract has a route', () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of SESSION_CALLS) expect(routed).toContain(name)
})

test('a verify picture is an SVG of its own and its code is not in it', async () => {
  const { data } = (await platform.ask('/user/verifycode')) as unknown as {
    data: { verifyKey: string; image: string }
  }
  const svg = Buffer.from(data.image.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
  expect(svg).toMatch(/^<svg /)
  expect(svg).not.toContain(platform.areas.session.verifyCodeOf(data.verifyKey))
  expect(svg).not.toContain('<text')
})

test('signing in answers user info and a strict session cookie', async () => {
  const answer = await platform.tryToSignIn('admin')
  expect(answer.code).toBe(0)
  const { sessionId, userInfo } = answer.data as { sessionId: string; userInfo: Record<string, unknown> }
  expect(answer.response.headers.get('set-cookie')).toBe(
    `backlot_session=${sessionId}; Path=/; HttpOnly; SameSite=Lax`,
  )
  expect(userInfo).toMatchObject({
    loginName: 'admin',
    type: 0,
    systemFunction: 32767,
    autoLogoutTimeout: 120,
  })
})

test('a wrong code, a used code and a late code are told apart', async () => {
  expect(await platform.tryToSignIn('admin', PASSWORD, 'NO')).toMatchObject({
    code: 20001,
    msg: 'Wrong verification code',
  })
  const { data } = (await platform.ask('/user/verifycode')) as unknown as { data: { verifyKey: string } }
  const verifycode = platform.areas.session.verifyCodeOf(data.verifyKey)?.toLowerCase()
  const signIn = () =>
    platform.ask('/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginName: 'admin', password: hash(PASSWORD), verifycode, ...data }),
    })
  expect((await signIn()).code).toBe(0)
  expect(await signIn()).toMatchObject({ code: 20002, msg: '验证码已过期' })
  const late = (await platform.ask('/user/verifycode')) as unknown as { data: { verifyKey: string } }
  platform.hostClock.advance(120_001)
  expect(platform.areas.session.verifyCodeOf(late.data.verifyKey)).toBeUndefined()
})

test('five wrong passwords lock the account for fifteen minutes, another name stays open', async () => {
  for (let i = 0; i < 4; i++) {
    expect(await platform.tryToSignIn('admin', 'wrong')).toMatchObject({ code: 20003 })
  }
  expect(await platform.tryToSignIn('ADMIN', 'wrong')).toMatchObject({ code: 20004 })
  expect(await platform.tryToSignIn('admin')).toMatchObject({
    code: 20004,
    msg: 'Account locked. Try again in 15 minutes',
  })
  expect((await platform.tryToSignIn('north')).code).toBe(0)
  platform.hostClock.advance(15 * 60_000 + 1)
  expect((await platform.tryToSignIn('admin')).code).toBe(0)
})

test('an unknown name is refused and locked like a known one', async () => {
  for (let i = 0; i < 4; i++) expect((await platform.tryToSignIn('ghost', 'x')).code).toBe(20003)
  expect((await platform.tryToSignIn('ghost', 'x')).code).toBe(20004)
})

test('an address with too many failures has to wait', async () => {
  for (let i = 0; i < 60; i++) await platform.tryToSignIn('admin', PASSWORD, 'NO')
  expect(await platform.tryToSignIn('admin')).toMatchObject({ code: 429, status: 429 })
  platform.hostClock.advance(5 * 60_000)
  expect((await platform.tryToSignIn('admin')).code).toBe(0)
})

test('without a session a call answers 401, with an ended one 20011', async () => {
  expect(await platform.ask('/user/getInfo')).toMatchObject({ code: 401, status: 401 })
  const admin = await platform.signIn('admin')
  expect((await admin.get('/user/getInfo')).code).toBe(0)
  await admin.post('/user/logout')
  expect(await admin.get('/user/getInfo')).toMatchObject({ code: 20011, status: 401 })
  expect(platform.revoked).toEqual([admin.sessionId])
})

test('a session that nobody uses ends, one in use does not', async () => {
  const idle = await platform.signIn('admin')
  const busy = await platform.signIn('admin')
  for (let hour = 0; hour < 3; hour++) {
    platform.hostClock.advance(50 * 60_000)
    expect((await busy.get('/user/getInfo')).code).toBe(0)
  }
  expect((await idle.get('/user/getInfo')).code).toBe(20011)
  expect(platform.areas.session.repository.count()).toBe(1)
})

test('a single-login account has one session: the newer one', async () => {
  const first = await platform.signIn('single')
  const second = await platform.signIn('single')
  expect(noticesOf()).toEqual([{ sessionId: first.sessionId, notice: 'kickedOut' }])
  expect((await first.get('/user/getInfo')).code).toBe(20011)
  expect((await second.get('/user/getInfo')).code).toBe(0)
})

test('the own account is changed, whoever the userId names', async () => {
  const north = await platform.signIn('north')
  const config = JSON.stringify({ point: { latitude: 39.9, longitude: 116.4, zoom: 12 }, more: 1 })
  const change = { userId: 1, name: 'Renamed', theme: '#112233', phoneNumber: '13800000000', config }
  expect((await north.post('/user/updateMyInfo', change)).code).toBe(0)
  const { data } = (await north.get('/user/getInfo')) as unknown as { data: { userInfo: object } }
  expect(data.userInfo).toMatchObject({
    name: 'Renamed',
    theme: '#112233',
    config: { point: { latitude: 39.9, longitude: 116.4, zoom: 12 } },
  })
  expect(platform.areas.accounts.byLoginName('admin')?.name).toBe('Administrator')
  expect((await north.post('/user/updateMyInfo', { config: '{"point":{"latitude":99}}' })).code).toBe(400)
  expect((await north.post('/user/updateMyInfo', { config: 'no json' })).code).toBe(400)
  expect((await north.post('/user/updateMyInfo', { email: 'nonsense' })).code).toBe(400)
})

test('a password is changed when both entries agree and differ from the old one', async () => {
  const north = await platform.signIn('north')
  const other = await platform.signIn('north')
  const change = (first: string, second: string) =>
    north.post('/user/modifyPassword', { password: hash(first), verifyPassword: hash(second) })
  expect((await change('Newer@2026', 'Other@2026')).code).toBe(20012)
  expect((await change(PASSWORD, PASSWORD)).code).toBe(20013)
  expect((await change('Newer@2026', 'Newer@2026')).code).toBe(0)
  expect((await north.get('/user/getInfo')).code).toBe(0)
  expect((await other.get('/user/getInfo')).code).toBe(20011)
  expect((await platform.tryToSignIn('north')).code).toBe(20003)
  expect((await platform.tryToSignIn('north', 'Newer@2026')).code).toBe(0)
})

test('messages come in the language of the request', async () => {
  expect(await platform.tryToSignIn('admin', 'wrong', undefined, 'zh-CN,en;q=0.5')).toMatchObject({
    code: 20003,
    msg: '用户名或密码错误',
  })
  expect(await platform.tryToSignIn('admin', 'wrong', undefined, 'fr,en-GB')).toMatchObject({
    msg: 'Wrong user name or password',
  })
})

test('a restart keeps sessions, ended ones too, and locks, and the store holds no session id', async () => {
  const folder = platform.folder
  await platform[Symbol.asyncDispose]()
  const before = await createTestPlatform({ folder, keepFolder: true })
  const stays = await before.signIn('admin')
  const gone = await before.signIn('admin')
  await gone.post('/user/logout')
  for (let i = 0; i < 5; i++) await before.tryToSignIn('north', 'wrong')
  const rows = JSON.stringify(before.store.read.prepare('SELECT * FROM sessions').all())
  expect(rows).not.toContain(stays.sessionId)
  await before[Symbol.asyncDispose]()
  platform = await createTestPlatform({ folder })
  expect((await platform.client(stays.sessionId).get('/user/getInfo')).code).toBe(0)
  expect((await platform.client(gone.sessionId).get('/user/getInfo')).code).toBe(20011)
  expect((await platform.tryToSignIn('north')).code).toBe(20004)
})
