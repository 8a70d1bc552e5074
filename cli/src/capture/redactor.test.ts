import { expect, it } from 'vitest'
import { Redactor } from './redactor.ts'

const PASSWORD = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
const PHONE = '13812345678'
const masked = (value: unknown, keepPersonal = false) =>
  JSON.parse(new Redactor({ keepPersonal }).text(JSON.stringify(value))) as never

it('masks secrets and persons by the names of their fields, and leaves what only sounds like them', () => {
  expect(
    masked({
      loginName: 'wangwu',
      pass_word: 'hush',
      newPassword: PASSWORD,
      data: { userInfo: { userId: 3, name: '王五', phoneNumber: PHONE }, sessionId: 'S-1234567' },
      devices: [{ sn: '13800000000123', name: 'Gate 1', id: 13_812_345_678 }],
    }),
  ).toEqual({
    loginName: 'person-1',
    pass_word: 'masked-1',
    newPassword: 'masked-2',
    data: { userInfo: { userId: 3, name: 'person-2', phoneNumber: '10000000001' }, sessionId: 'masked-3' },
    // A number that is a known value is one wherever it occurs, and stays a number.
    devices: [{ sn: '13800000000123', name: 'Gate 1', id: 10_000_000_001 }],
  })
  expect(masked({ verifycode: '482913', at: 1_763_482_913_000, id: 482_913 })).toEqual({
    verifycode: '900001',
    at: 1_763_482_913_000,
    id: 900_001,
  })
})

it('replaces a value by the same one wherever it stands later: text, addresses, JSON in JSON', () => {
  const redactor = new Redactor({ keepPersonal: false })
  redactor.text(
    JSON.stringify({ token: 'abc/def+ghi', userName: '王五', loginName: 'wang.wu', email: 'w@x.cn' }),
  )
  expect(redactor.text('{"url":"/live/1.flv?x=1&k=abc%2Fdef%2Bghi"}')).toBe(
    '{"url":"/live/1.flv?x=1&k=masked-1"}',
  )
  expect(
    JSON.parse(redactor.text(JSON.stringify({ config: JSON.stringify({ note: '王五说: abc/def+ghi' }) }))),
  ).toEqual({
    config: '{"note":"person-1说: masked-1"}',
  })
  expect(redactor.text('"Handled by wang.wu"')).toBe('"Handled by person-2"')
  expect(redactor.address('/user/list?text=wang.wu&page=1')).toBe('/user/list?text=person-2&page=1')
  expect(redactor.text('mail to w@x.cn')).toBe('mail to person-1@example.invalid')
  // First seen in an address, and written for it.
  expect(redactor.address('/user/detail/z%40y.cn/x')).toBe('/user/detail/person-2%40example.invalid/x')
  // Words of programs stay.
  expect(redactor.text('{"target":"/wang.wu/list","sn":"wang.wu-1"}')).toBe(
    '{"target":"/wang.wu/list","sn":"wang.wu-1"}',
  )
})

it('finds mail, mobile numbers, identity cards, tokens and users in addresses by their form', () => {
  const redactor = new Redactor({ keepPersonal: false })
  expect(redactor.text(`call ${PHONE}, write li.si@example.org, card 11010519491231002X`)).toBe(
    'call 10000000001, write person-1@example.invalid, card 000000190001010001',
  )
  expect(redactor.text('rtsp://me:hush@cam.example.org/1')).toBe('rtsp://masked-1@cam.example.org/1')
  expect(redactor.text('Authorization: Bearer abcdefgh12')).toBe('Authorization: Bearer masked-2')
  expect(redactor.text('x=eyJhbGciOi.eyJzdWIi.c2ln')).toBe('x=masked-3')
  expect(redactor.text('a=1&password=hush%20hush&b=2')).toBe('a=1&password=masked-4&b=2')
  // Numbers that only look like one.
  expect(redactor.text(`{"sn":"0${PHONE}","t":1763820000}`)).toBe(`{"sn":"0${PHONE}","t":1763820000}`)
})

it('gives nothing of what is nested too deep to look into', () => {
  const deep = `${'['.repeat(80)}{"password":"abc-123"}${']'.repeat(80)}`
  expect(new Redactor({ keepPersonal: false }).text(deep)).not.toContain('abc-123')
})

it('takes the names of fields that an adapter tells', () => {
  const fields = new Map([['pw', 'secret'] as const, ['nick', 'name'] as const])
  const redactor = new Redactor({ keepPersonal: false, fields })
  expect(redactor.text('{"pw":"1a2b3c","nick":"Wang"}')).toBe('{"pw":"masked-1","nick":"person-1"}')
})

it('keeps persons when it is told to, never secrets', () => {
  expect(masked({ userName: '王五', phoneNumber: PHONE, token: 'abcdefg' }, true)).toEqual({
    userName: '王五',
    phoneNumber: PHONE,
    token: 'masked-1',
  })
})

it('overwrites known values in bytes in their length, at every place', () => {
  const redactor = new Redactor({ keepPersonal: false })
  redactor.text(JSON.stringify({ password: PASSWORD, token: 'tok-123' }))
  for (let at = 0; at < 9; at += 1) {
    const bytes = Buffer.concat([
      Buffer.alloc(at, 0xff),
      Buffer.from(`${PASSWORD}tok-123`),
      Buffer.alloc(3, 1),
    ])
    const out = redactor.bytes(bytes)
    expect(out.length).toBe(bytes.length)
    expect(out.toString('latin1')).toBe(`${'\xff'.repeat(at)}${'x'.repeat(39)}\x01\x01\x01`)
  }
  const clean = Buffer.from([1, 2, 3, 4, 5, 6, 7])
  expect(redactor.bytes(clean)).toBe(clean)
})

it('masks cookies and leaves their names', () => {
  const redactor = new Redactor({ keepPersonal: false })
  expect(redactor.cookie('sid=abcdef; Path=/; HttpOnly')).toBe('sid=masked-1; Path=/; HttpOnly')
  expect(redactor.text('{"x":"has abcdef inside"}')).toBe('{"x":"has masked-1 inside"}')
})
