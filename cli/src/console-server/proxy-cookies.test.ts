import { expect, test } from 'vitest'
import { cookieForPage, cookiesForHost } from './proxy-cookies.ts'

const nameOf = (cookie: string) => cookie.split('=')[0]!

test("a cookie becomes the page's, and comes back to its host under its own name", () => {
  const cookie = cookieForPage(
    'sid=a=b; Domain=x.example; Path=/api; Secure; HttpOnly; SameSite=None',
    'x.example',
  )
  expect(cookie).toMatch(/^p[0-9a-f]{8}_sid=a=b; HttpOnly; Path=\/; SameSite=Lax$/)
  expect(cookiesForHost(cookie.split(';')[0], 'x.example')).toBe('sid=a=b')
})

test('a host gets no cookie of another platform, nor of another program on this machine', () => {
  const [own, other] = ['x.example', 'y.example'].map((host) => cookieForPage('sid=1', host).split(';')[0]!)
  expect(nameOf(own!)).not.toBe(nameOf(other!))
  const header = `backlot_session=secret; ${other}; ${own}; jupyter=2; sid=3`
  expect(cookiesForHost(header, 'x.example')).toBe('sid=1')
  expect(cookiesForHost('backlot_session=secret; sid=3', 'x.example')).toBeUndefined()
  expect(cookiesForHost(undefined, 'x.example')).toBeUndefined()
})
