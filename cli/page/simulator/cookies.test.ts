import { expect, test } from 'vitest'
import { Cookies } from './cookies.ts'

test('a cookie is told until a reply ends it', () => {
  const cookies = new Cookies()
  cookies.hear(['sid=a=b; Path=/; HttpOnly', 'theme=dark; Max-Age=60'])
  expect(cookies.tell()).toBe('sid=a=b; theme=dark')
  cookies.hear(['sid=c'])
  expect(cookies.tell()).toBe('sid=c; theme=dark')
  cookies.hear(['sid=; Max-Age=0', 'theme=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'noise'])
  expect(cookies.tell()).toBe('')
})
