import { expect, test } from 'vitest'
import { publishedStreams, readPublishedName, readStreamPath, streamPath } from './stream-path.ts'
import { createStreamTokens } from './stream-token.ts'

test('a token opens its stream for its session until it expires', () => {
  let now = 1000
  const tokens = createStreamTokens({ now: () => now, lifeMs: 60_000 })
  const path = streamPath({ sn: 'CAM001', chnId: 1, streamType: 'main' })
  const { token, expiresAtMs } = tokens.issue(path, 'session-1')
  expect(expiresAtMs).toBe(61_000)
  expect(tokens.verify(path, token)).toEqual({ ok: true, sessionId: 'session-1' })
  expect(token).not.toContain('session-1')
  now = 61_001
  expect(tokens.verify(path, token)).toEqual({ ok: false, why: 'expired' })
})

test('a token opens no other stream, no other tokens, and nothing after its session was revoked', () => {
  const tokens = createStreamTokens({ now: () => 0, lifeMs: 1000 })
  const other = createStreamTokens({ now: () => 0, lifeMs: 1000 })
  const { token } = tokens.issue('/live/A/1/main.flv', 's1')
  expect(tokens.verify('/live/A/1/sub.flv', token)).toEqual({ ok: false, why: 'forged' })
  expect(other.verify('/live/A/1/main.flv', token)).toEqual({ ok: false, why: 'forged' })
  for (const bad of [
    '',
    'x',
    'a.b',
    `${token}.x`,
    token.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')),
    '....',
  ]) {
    expect(tokens.verify('/live/A/1/main.flv', bad).ok, bad).toBe(false)
  }
  tokens.revoke('s1')
  expect(tokens.verify('/live/A/1/main.flv', token)).toEqual({ ok: false, why: 'revoked' })
  const fresh = tokens.issue('/live/A/1/main.flv', 's1')
  expect(tokens.verify('/live/A/1/main.flv', fresh.token).ok).toBe(true)
  expect(tokens.verify('/live/A/1/main.flv', token).ok).toBe(false)
})

test('stream paths are strict', () => {
  expect(readStreamPath('/live/CAM-1_x/12/sub.flv')).toEqual({ sn: 'CAM-1_x', chnId: 12, streamType: 'sub' })
  for (const bad of [
    '/live/CAM%201/1/main.flv',
    '/live/CAM/01/main.flv',
    '/live/CAM/1/main.flv/',
    '/live/CAM/1/third.flv',
    '/live/../1/main.flv',
    '/live/CAM/1/main.flv\n',
    '/live/CAM/-1/main.flv',
  ]) {
    expect(readStreamPath(bad), bad).toBeUndefined()
  }
  expect(readPublishedName('CAM_01_3')).toEqual({ sn: 'CAM_01', chnId: 3, streamType: 'main' })
  expect(readPublishedName('CAM01_3_sub')).toEqual({ sn: 'CAM01', chnId: 3, streamType: 'sub' })
  expect(readPublishedName('CAM01')).toBeUndefined()
  const streamsOf = (name: string) => publishedStreams(name).map(({ streamType }) => streamType)
  expect(['CAM01_3', 'CAM01_3_main', 'CAM01_3_sub', 'CAM01'].map(streamsOf)).toEqual([
    ['main', 'sub'],
    ['main'],
    ['sub'],
    [],
  ])
})
