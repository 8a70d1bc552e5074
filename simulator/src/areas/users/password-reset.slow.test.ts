import { CODES } from '@backlot/contract/codes'
import { LIMITS } from '@backlot/contract/limits'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestPlatform,
  hash,
  PASSWORD,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { oneTimePassword } from './password.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform[Symbol.asyncDispose]())

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Told = { password: string; validHours: number; sessions: number }
const idOf = (loginName: string) => platform.areas.accounts.byLoginName(loginName)?.userId ?? 0
const noticesOf = () => platform.outbox.drain(platform.hostClock.now()).notices

async function reset(client: Client, loginName: string): Promise<Told> {
  const answer = await client.post('/user/resetPassword', { userId: idOf(loginName) })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data
}

test('a reset ends the sessions of the account, tells them, and takes the old password away', async () => {
  const admin = await platform.signIn('admin')
  const north = await platform.signIn('north')
  await platform.signIn('north')
  noticesOf()
  const told = await reset(admin, 'north')
  expect(told).toMatchObject({ validHours: 24, sessions: 2 })
  expect(noticesOf()).toEqual([{ userId: idOf('north'), notice: 'updated' }])
  expect((await north.get('/user/getInfo')).code).toBe(CODES.sessionExpired)
  expect((await platform.tryToSignIn('north')).code).toBe(CODES.wrongCredentials)
})

test('with a one-time password every call is refused but the change of it, looking who one is and signing out', async () => {
  const admin = await platform.signIn('admin')
  const { password } = await reset(admin, 'north')
  const north = await platform.signIn('north', 'en', password)
  const refused = { code: CODES.passwordMustChange, status: 403 }
  for (const path of ['/alarm/list', '/platform/clock', '/deviceTreetable/list']) {
    expect(await north.get(path)).toMatchObject(refused)
  }
  expect(await north.post('/user/updateMyInfo', { name: 'Other' })).toMatchObject(refused)
  expect((await north.get('/user/getInfo')).data).toMatchObject({ userInfo: { mustChangePassword: true } })

  const change = (plain: string) =>
    north.post('/user/modifyPassword', { password: hash(plain), verifyPassword: hash(plain) })
  expect((await change(password)).code).toBe(CODES.passwordUnchanged)
  expect((await change('Street#77')).code).toBe(0)
  expect((await north.get('/alarm/list')).code).toBe(0)
  expect((await north.get('/user/getInfo')).data).toMatchObject({ userInfo: { mustChangePassword: false } })
  expect((await platform.tryToSignIn('north', password)).code).toBe(CODES.wrongCredentials)
  expect((await platform.tryToSignIn('north', 'Street#77')).code).toBe(0)
})

test('a one-time password is good for a day', async () => {
  const { password } = await reset(await platform.signIn('admin'), 'north')
  platform.hostClock.advance(LIMITS.oneTimePasswordMs)
  expect((await platform.tryToSignIn('north', password)).code).toBe(0)
  platform.hostClock.advance(1)
  expect(await platform.tryToSignIn('north', password)).toMatchObject({
    code: CODES.oneTimePasswordExpired,
    msg: 'The one-time password has expired. Ask an administrator for a new one',
  })
})

test('a reset opens an account that locked itself by failures, not one that an administrator locked', async () => {
  const admin = await platform.signIn('admin')
  for (let i = 0; i < LIMITS.signInFailuresToLock; i++) await platform.tryToSignIn('north', 'forgotten')
  expect((await platform.tryToSignIn('north')).code).toBe(CODES.accountLocked)
  const { password } = await reset(admin, 'north')
  expect((await platform.tryToSignIn('north', password)).code).toBe(0)
  await admin.post('/user/update', { userId: idOf('north'), locked: true })
  const again = await reset(admin, 'north')
  expect((await platform.tryToSignIn('north', again.password)).code).toBe(CODES.accountLocked)
})

test('nobody resets the own password, one above, a stranger, or somebody who is gone', async () => {
  const admin = await platform.signIn('admin')
  const permission = ['/index', '/systemManange/userManage'].map((target) => ({ target }))
  const { data } = await admin.post('/role/add', { name: 'Managers', permission })
  const { roleId } = data as { roleId: number }
  const person = { name: 'Boss', password: hash(PASSWORD), roleId, nodeId: 1 }
  await admin.post('/user/add', { ...person, loginName: 'boss' })
  const boss = await platform.signIn('boss')
  await boss.post('/user/add', { ...person, loginName: 'guard' })

  const tried = async (client: Client, userId: number) =>
    (await client.post('/user/resetPassword', { userId })).code
  expect(await tried(boss, idOf('boss'))).toBe(CODES.conflict)
  expect(await tried(boss, idOf('admin'))).toBe(CODES.notFound)
  expect(await tried(boss, idOf('north'))).toBe(CODES.notFound)
  expect(await tried(admin, 4711)).toBe(CODES.notFound)
  expect(await tried(await platform.signIn('north'), idOf('south'))).toBe(CODES.notPermitted)
  expect(await tried(boss, idOf('guard'))).toBe(0)
  // A permission that the administrator gave to the guard alone is more than the boss has.
  await admin.post('/user/update', { userId: idOf('guard'), firstProcess: 0 })
  expect(await tried(boss, idOf('guard'))).toBe(CODES.notPermitted)
})

test('the password is in no log and no column: only its digest, stretched', async () => {
  const { password } = await reset(await platform.signIn('admin'), 'north')
  const rows = platform.store.read.prepare('SELECT * FROM audit_log').all()
  expect(rows).toContainEqual(expect.objectContaining({ action: 'users.resetPassword' }))
  const users = platform.store.read.prepare('SELECT * FROM users').all()
  const kept = JSON.stringify([rows, users])
  expect(kept).not.toContain(password)
  expect(kept).not.toContain(hash(password))
})

test('a sign-in that overtakes the reset of its password opens nothing', async () => {
  const admin = await platform.signIn('admin')
  const [signedIn] = await Promise.all([platform.tryToSignIn('north'), reset(admin, 'north')])
  const sessionId = (signedIn.data as { sessionId?: string } | undefined)?.sessionId
  if (sessionId !== undefined)
    expect(platform.areas.session.repository.find(sessionId)).not.toHaveProperty('caller')
  expect(platform.areas.session.repository.count(idOf('north'))).toBe(0)
})

test('one-time passwords keep the rules of new ones, differ, and never hold the login name', () => {
  const made = Array.from({ length: 50 }, () => oneTimePassword('kt7'))
  expect(new Set(made).size).toBe(50)
  for (const password of made) {
    expect(password).toMatch(/^[A-Za-z2-9]{4}-[A-Za-z2-9]{4}-[A-Za-z2-9]{4}$/)
    for (const kind of [/[A-Z]/, /[a-z]/, /\d/]) expect(password).toMatch(kind)
    expect(password.toLowerCase()).not.toContain('kt7')
    expect(password).not.toMatch(/[ilO01I]/)
  }
})
