import { expect, it } from 'vitest'
import { z } from 'zod'
import { PLATFORM_CALLS } from '../calls.ts'
import { CHANNEL_PATH } from '../channel/frames.ts'
import { unknownNames } from './known-calls.ts'
import { PlatformAdapter, readAdapter, STANDARD_ADAPTER } from './platform-adapter.ts'

/** Fields that are wrong, with the reason. */
function mistakes(entry: unknown): string {
  const read = PlatformAdapter.safeParse(entry)
  return read.success
    ? ''
    : `${z.core.toDotPath(read.error.issues[0]!.path)}: ${read.error.issues.map((one) => one.message).join()}`
}

it('is the name of a shipped one, or an object that changes one', () => {
  expect(readAdapter({})).toEqual(STANDARD_ADAPTER)
  expect(readAdapter('nullLists').envelope).toMatchObject({ nullLists: true, code: ['code'] })
  const own = readAdapter({ base: 'nullLists', envelope: { code: 'status' } })
  expect(own.envelope).toMatchObject({ nullLists: true, code: ['status'], msg: ['msg', 'message'] })
})

it('reads what it read to the same', () => {
  const once = readAdapter({ base: 'nullLists', password: { digest: 'md5' }, paths: { '/user': '/auth' } })
  expect(readAdapter(JSON.parse(JSON.stringify(once)))).toEqual(once)
})

it.each([
  ['standrad', 'base: Invalid option'],
  [{ passwordHash: 'md5' }, 'Unrecognized key: "passwordHash"'],
  [{ password: { digest: 'rot13' } }, 'password.digest: Invalid option'],
  [{ envelope: { code: 7 } }, 'envelope.code: must be a name or a list of names'],
  [{ envelope: { code: 'a..b' } }, 'envelope.code: must be field names'],
  [{ codes: { E1: 'sessionGone' } }, 'codes.E1: must be a number, or a name'],
  [{ paths: { user: '/auth' } }, 'paths.user: '],
  [{ calls: { 'session.login': { data: { 'a.__proto__.b': 'c' } } } }, 'calls'],
  [
    { calls: { 'devices.tree': { rows: { 'chnList[].name': 'title' } } } },
    'calls["devices.tree"].rows["chnList[].name"]: must have as many []',
  ],
  [{ channel: { frames: { gsp: {} } } }, 'channel.frames'],
  [{ media: { rewrites: [{ from: '(', to: '' }] } }, 'media.rewrites[0].from: must be a regular expression'],
  [7, 'expected object'],
])('names the field that is wrong: %j', (entry, words) => {
  expect(mistakes(entry)).toContain(words)
})

it('finds names of calls and paths that are none of the contract', () => {
  const adapter = readAdapter({
    calls: { 'session.logn': {}, 'session.login': {} },
    lacks: ['workOrders.*', 'workOrder.*', 'session.clock'],
    paths: { '/': '/x/', '/realtime': '/ws', '/usr/login': '/y', '/user/login': '/z' },
  })
  expect(unknownNames(adapter, PLATFORM_CALLS, [CHANNEL_PATH]).map(({ field }) => field)).toEqual([
    'calls.session.logn',
    'lacks.1',
    'paths./usr/login',
  ])
})
