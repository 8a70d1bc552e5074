import { expect, test } from 'vitest'
import { cookieForPage, cookiesForHost } from './proxy-cookies.ts'

const nameOf = (cookie: string) => cookie.split('=')[0]!

test("a cookie becomes the page's, and comes back to its host under its own name", () => {
  const cookie = cookieForPage(
    'sid=a=b; Domain=x.example; Path=/api; Secure; HttpOnly; SameSite=None',
    'x.example',
    false,
  )
  expect(cookie).toMatch(/^p[0-9a-f]{8}_sid=a=b; HttpOnly; Path=\/; SameSite=Lax$/)
  expect(cookiesForHost(cookie.split(';')[0], 'x.example', false)).toBe('sid=a=b')
})

test('a host gets no cookie of another platform, nor of another program on this machine', () => {
  const [own, other] = ['x.example', 'y.example'].map(
    (host) => cookieForPage('sid=1', host, false).split(';')[0]!,
  )
  expect(nameOf(own!)).not.toBe(nameOf(other!))
  const header = `backlot_session=secret; ${other}; ${own}; jupyter=2; sid=3`
  expect(cookiesForHost(header, 'x.example', false)).toBe('sid=1')
  expect(cookiesForHost('backlot_session=secret; sid=3', 'x.example', false)).toBeUndefined()
  expect(cookiesForHost(undefined, 'x.example', false)).toBeUndefined()
})

test('over https a cookie is secure, and goes by another name than the same one over plain http', () => {
  const [plain, secure] = [false, true].map((over) => cookieForPage('sid=1; Secure', 'x.example', over))
  expect(plain).not.toContain('Secure')
  expect(secure).toMatch(/; Secure$/)
  expect(nameOf(secure!)).not.toBe(nameOf(plain!))
  const header = [plain, secure].map((cookie) => cookie!.split(';')[0]).join('; ')
  expect(cookiesForHost(header, 'x.example', true)).toBe('sid=1')
})
