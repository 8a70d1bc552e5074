import { expect, it } from 'vitest'
import { readXmlDocument } from './read-xml-document.ts'
import { isTokenOf, passwordDigest, readUsernameToken, type UsernameToken } from './username-token.ts'

/** The example of ONVIF's Application Programmer's Guide (6.1.1.3). */
const EXAMPLE = {
  nonce: 'LKqI6G/AikKCQrN0zqZFlg==',
  created: '2010-09-16T07:50:45Z',
  password: 'userpassword',
  digest: 'tuOSpGlFlIXsozq4HFNeeGeFLEI=',
}
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-'
const header = (type: string, password: string, rest = '') => {
  const text = `<Header><Security xmlns="${WSS}wssecurity-secext-1.0.xsd"><UsernameToken><Username>user</Username><Password Type="${WSS}username-token-profile-1.0#${type}">
  ${password}</Password>${rest}</UsernameToken></Security></Header>`
  const read = readXmlDocument(text)
  if (!read.ok) throw new Error(read.problem.message)
  return read.root
}
const nonceAndTime = `<Nonce>${EXAMPLE.nonce}</Nonce><u:Created xmlns:u="${WSS}wssecurity-utility-1.0.xsd">${EXAMPLE.created}</u:Created>`

it('makes the digest of the example', () => {
  expect(passwordDigest(EXAMPLE.nonce, EXAMPLE.created, EXAMPLE.password)).toBe(EXAMPLE.digest)
})

it('reads and checks digests and passwords in clear', () => {
  const digest = readUsernameToken(header('PasswordDigest', EXAMPLE.digest, nonceAndTime)) as UsernameToken
  expect(digest).toMatchObject({
    username: 'user',
    kind: 'digest',
    createdMs: Date.UTC(2010, 8, 16, 7, 50, 45),
  })
  expect(isTokenOf(digest, EXAMPLE.password)).toBe(true)
  expect(isTokenOf(digest, 'Userpassword')).toBe(false)
  const text = readUsernameToken(header('PasswordText', EXAMPLE.password)) as UsernameToken
  expect(text).toMatchObject({ kind: 'text', nonce: '', createdMs: undefined })
  expect(isTokenOf(text, EXAMPLE.password)).toBe(true)
})

it.each([
  ['another kind', header('PasswordOther', 'x', nonceAndTime)],
  ['a digest without a nonce', header('PasswordDigest', 'x')],
  ['no time', header('PasswordDigest', 'x', nonceAndTime.replace(EXAMPLE.created, 'today'))],
  ['a very long nonce', header('PasswordDigest', 'x', nonceAndTime.replace('LKq', 'L'.repeat(300)))],
])('does not take %s', (_name, node) => {
  expect(readUsernameToken(node)).toBe('bad')
})

it('knows when there is no token', () => {
  const read = readXmlDocument('<Header><Security/></Header>')
  expect(read.ok && readUsernameToken(read.root)).toBeUndefined()
  expect(readUsernameToken(undefined)).toBeUndefined()
})
