import { LIMITS } from '@backlot/contract/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  EDGE_SECONDS,
  FIRST_FRAME_TIMEOUT_MS,
  JUMP_TO_EDGE_SECONDS,
  liveEdgeJump,
  type PlayerOrder,
  PlayerPolicy,
  RETRY_DELAYS_MS,
  SLOW_RETRY_MS,
  STABLE_MS,
  STALL_MS,
} from './player-policy.ts'

let now = 0
let policy: PlayerPolicy

beforeEach(() => {
  now = 1_000_000
  policy = new PlayerPolicy(() => now)
})

/** Lets `ms` pass in quarter seconds with a moving picture or a still one; answers the first order. */
function pass(ms: number, moving = false, visible = true): PlayerOrder {
  for (let left = ms; left > 0; left -= 250) {
    now += Math.min(250, left)
    if (moving) policy.progress()
    const order = policy.tick(visible)
    if (order) return order
  }
  return undefined
}

function play(): void {
  expect(policy.start()).toBe('open')
  policy.began()
  policy.firstFrame()
}

function failAndReopen(attempt: number): void {
  expect(policy.fail('media')).toBe('close')
  expect(policy.state).toBe('loading')
  expect(pass(RETRY_DELAYS_MS[attempt]!)).toBe('open')
  policy.began()
}

describe('player policy', () => {
  it('plays from the first frame on', () => {
    policy.start()
    policy.began()
    expect(policy.state).toBe('loading')
    policy.firstFrame()
    expect(policy.state).toBe('playing')
  })

  it('makes three new players and stops at the fourth error', () => {
    play()
    for (const attempt of [0, 1, 2]) failAndReopen(attempt)
    expect(policy.fail('media')).toBe('close')
    expect(policy.state).toBe('failed')
    expect(pass(120_000)).toBeUndefined()
  })

  it('stays within the stated buffer and time-outs: a picture or the message within 60 s, at most 5 s late', () => {
    const attempts = LIMITS.playerRetries + 1
    const waits = RETRY_DELAYS_MS.reduce((sum, ms) => sum + ms, 0)
    expect(attempts * FIRST_FRAME_TIMEOUT_MS + waits).toBeLessThanOrEqual(LIMITS.playerTimeoutMs)
    expect(JUMP_TO_EDGE_SECONDS).toBeLessThan(LIMITS.playbackBufferSeconds)
    expect(RETRY_DELAYS_MS).toHaveLength(LIMITS.playerRetries)
  })

  it('takes the server closing the stream for an error like any other', () => {
    play()
    expect(policy.fail('ended')).toBe('close')
    expect(pass(RETRY_DELAYS_MS[0])).toBe('open')
  })

  it('counts errors anew after a minute of stable play', () => {
    play()
    for (const attempt of [0, 1, 2]) failAndReopen(attempt)
    policy.firstFrame()
    expect(pass(STABLE_MS, true)).toBeUndefined()
    expect(policy.errors).toBe(0)
    failAndReopen(0)
    expect(policy.state).toBe('loading')
  })

  it('keeps the count when play was stable for less than a minute', () => {
    play()
    for (const attempt of [0, 1, 2]) failAndReopen(attempt)
    policy.firstFrame()
    pass(STABLE_MS - 1000, true)
    policy.fail('media')
    expect(policy.state).toBe('failed')
  })

  it('takes a picture that stands still for an error', () => {
    play()
    expect(pass(STALL_MS - 250)).toBeUndefined()
    expect(pass(250)).toBe('close')
    expect(policy.error).toBe('stalled')
  })

  it('does not call a hidden picture stalled', () => {
    play()
    expect(pass(STALL_MS * 3, false, false)).toBeUndefined()
    expect(policy.state).toBe('playing')
  })

  it('gives up on an attempt without a first frame, but not while it waits in the queue', () => {
    policy.start()
    expect(pass(FIRST_FRAME_TIMEOUT_MS * 2)).toBeUndefined()
    policy.began()
    expect(pass(FIRST_FRAME_TIMEOUT_MS)).toBe('close')
    expect(policy.error).toBe('timeout')
  })

  it('shows no signal with the words of the platform and does not ask again by itself', () => {
    policy.start()
    expect(policy.refuse('device offline')).toBe('close')
    expect([policy.state, policy.reason]).toEqual(['no-signal', 'device offline'])
    expect(pass(120_000)).toBeUndefined()
  })

  it('begins anew when the server is back, once, slowly and with a clean record', () => {
    play()
    for (const attempt of [0, 1, 2]) failAndReopen(attempt)
    policy.fail('media')
    policy.wake()
    expect(pass(SLOW_RETRY_MS - 250)).toBeUndefined()
    expect(pass(250)).toBe('open')
    policy.began()
    // Who has just come back is slow: the retries are there again.
    for (const attempt of [0, 1, 2]) failAndReopen(attempt)
    policy.fail('media')
    expect(policy.state).toBe('failed')
    policy.wake()
    expect(pass(120_000)).toBeUndefined()
  })

  it('tries once more when it gives up just after the server came back', () => {
    play()
    for (const attempt of [0, 1]) failAndReopen(attempt)
    policy.wake()
    failAndReopen(2)
    policy.fail('ended')
    expect(policy.state).toBe('failed')
    expect(pass(SLOW_RETRY_MS)).toBe('open')
    policy.began()
    for (const attempt of [0, 1, 2]) failAndReopen(attempt)
    policy.fail('ended')
    expect(pass(120_000)).toBeUndefined()
  })

  it('asks again at each sign of life when it was answered that there is no stream', () => {
    policy.start()
    for (let i = 0; i < 3; i++) {
      policy.began()
      policy.refuse('device offline')
      expect(pass(120_000)).toBeUndefined()
      policy.wake()
      expect(pass(SLOW_RETRY_MS)).toBe('open')
    }
  })

  it('asks again each time a platform is back that was away, without a picture in between', () => {
    policy.start()
    for (let i = 0; i < 3; i++) {
      policy.began()
      for (const attempt of [0, 1, 2]) failAndReopen(attempt)
      policy.fail('unreachable')
      expect(pass(120_000)).toBeUndefined()
      policy.wake()
      expect(pass(SLOW_RETRY_MS)).toBe('open')
    }
  })

  it('gives the slow retry again once a picture has come', () => {
    policy.start()
    policy.refuse('offline')
    policy.wake()
    expect(pass(SLOW_RETRY_MS)).toBe('open')
    policy.began()
    policy.firstFrame()
    policy.refuse('offline')
    policy.wake()
    expect(pass(SLOW_RETRY_MS)).toBe('open')
  })

  it('tries again after the machine slept', () => {
    policy.start()
    policy.refuse('offline')
    now += 3_600_000
    policy.tick(true)
    expect(pass(SLOW_RETRY_MS)).toBe('open')
  })

  it('opens a playing stream anew after the machine slept, with a clean record', () => {
    let wall = 0
    const sleeping = new PlayerPolicy(
      () => now,
      () => wall,
    )
    sleeping.start()
    sleeping.began()
    sleeping.firstFrame()
    sleeping.fail('media')
    expect(sleeping.tick(true)).toBeUndefined()
    // The monotonic clock stopped meanwhile.
    wall += 3_600_000
    expect(sleeping.tick(true)).toBe('open')
    expect([sleeping.state, sleeping.errors]).toEqual(['loading', 0])
  })

  it('does not take the slow timers of a hidden page for sleep', () => {
    play()
    policy.tick(false)
    for (let minute = 0; minute < 5; minute++) {
      now += 60_000
      expect(policy.tick(minute === 4)).toBeUndefined()
    }
    expect(policy.state).toBe('playing')
  })

  it('gives up at once on what no new player would mend', () => {
    policy.start()
    policy.began()
    expect(policy.giveUp('codec')).toBe('close')
    expect([policy.state, policy.error]).toEqual(['failed', 'codec'])
    policy.wake()
    expect(pass(120_000)).toBeUndefined()
    expect(policy.start()).toBe('open')
  })

  it('jumps to the live edge when too much waits to be shown', () => {
    expect(liveEdgeJump(10, 10 + JUMP_TO_EDGE_SECONDS, 'all')).toBeUndefined()
    expect(liveEdgeJump(10, 20, 'all')).toBe(20 - EDGE_SECONDS)
  })

  it('goes to each key frame as it comes when there are no other pictures, and not again before the next one', () => {
    const lastsSeconds = 0.083
    const shown = liveEdgeJump(10, 12 + lastsSeconds, 'keys')!
    expect(shown).toBeGreaterThan(12)
    expect(shown).toBeLessThan(12 + lastsSeconds)
    expect(liveEdgeJump(shown, 12 + lastsSeconds, 'keys')).toBeUndefined()
  })

  it('lets some pictures gather when all come again, and then goes to the live edge', () => {
    expect(liveEdgeJump(10, 12.3, 'resuming')).toBeUndefined()
    expect(liveEdgeJump(10, 12.4, 'resumed')).toBe(12.4 - EDGE_SECONDS)
    expect(liveEdgeJump(12.1, 12.4, 'resumed')).toBeUndefined()
  })

  it('does nothing any more once stopped', () => {
    play()
    policy.fail('media')
    expect(policy.stop()).toBe('close')
    expect(pass(60_000)).toBeUndefined()
    expect(policy.fail('media')).toBeUndefined()
    policy.wake()
    expect(pass(60_000)).toBeUndefined()
  })
})
