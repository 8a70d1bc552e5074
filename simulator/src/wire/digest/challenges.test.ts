import { expect, it } from 'vitest'
import { answerChallenge, readChallenge } from './challenges.ts'
import { digestChallenges, isDigestOf, readDigest } from './digest-auth.ts'

const REQUEST = { method: 'DESCRIBE', uri: 'rtsp://cam/1', count: 1 }
const ACCOUNT = { username: 'admin', password: 'Secret@2026' }

it('of several challenges the strongest is met', () => {
  const header = digestChallenges('Camera', 'n1').join(', ')
  expect(readChallenge(header)).toMatchObject({ scheme: 'Digest', realm: 'Camera', algorithm: 'SHA-256' })
  expect(readChallenge(`Basic realm="x", ${header}`)).toMatchObject({ algorithm: 'SHA-256' })
  expect(readChallenge('Digest realm="x", nonce="y"')).toMatchObject({ algorithm: 'MD5', qop: undefined })
  expect(readChallenge('Basic realm="a, Digest"')).toEqual({ scheme: 'Basic' })
  expect(readChallenge('Digest realm="x", nonce="y", qop="auth-int"')).toBeUndefined()
  expect(readChallenge('Digest realm="x", nonce="y", algorithm=SHA-512-256')).toBeUndefined()
  expect(readChallenge('Negotiate')).toBeUndefined()
})

it('answers are those of who knows the password', () => {
  for (const header of [
    ...digestChallenges('Camera', 'n1'),
    'Digest realm="C", nonce="n", qop="auth,auth-int"',
  ]) {
    const answer = readDigest(answerChallenge(readChallenge(header)!, ACCOUNT, REQUEST))!
    expect(isDigestOf(answer, ACCOUNT.password, 'DESCRIBE')).toBe(true)
    expect(isDigestOf(answer, 'other', 'DESCRIBE')).toBe(false)
  }
  const basic = answerChallenge({ scheme: 'Basic' }, ACCOUNT, REQUEST)
  expect(basic).toBe(`Basic ${Buffer.from('admin:Secret@2026').toString('base64')}`)
})
