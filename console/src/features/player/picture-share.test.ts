import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FlvPlayer } from './flv-player.ts'
import { KEYS_APART_MOST_MS, type Passing } from './key-frame-filter.ts'
import { PictureShare } from './picture-share.ts'
import { EDGE_SECONDS } from './player-policy.ts'

/** A share with its player and its video, of which `bufferedTo` seconds are received. */
function playing() {
  const pictures = { passing: 'all' as Passing, heldBack: 0, keyEveryMs: 2000 as number | undefined }
  const thinned: boolean[] = []
  const player: FlvPlayer = {
    destroy: () => {},
    facts: () => ({ videoCodec: undefined, audioCodec: undefined, fps: undefined, size: undefined }),
    pictures,
    thin: (keysOnly) => void thinned.push(keysOnly),
    keepsEdge: false,
    shownSeconds: () => state.currentTime,
    waitingSeconds: () => state.bufferedTo - state.currentTime,
    frames: () => ({ total: 100, dropped: 3 }),
  }
  const state = { bufferedTo: 10, currentTime: 9.9, isInSight: true, paused: false }
  const video = {
    get currentTime() {
      return state.currentTime
    },
    set currentTime(seconds) {
      state.currentTime = seconds
    },
    get buffered() {
      return { length: 1, end: () => state.bufferedTo }
    },
    get paused() {
      return state.paused
    },
    pause: () => {
      state.paused = true
    },
    videoWidth: 640,
    videoHeight: 360,
    checkVisibility: () => state.isInSight,
  }
  // A share uses no more of a video element.
  const share = new PictureShare(video as unknown as HTMLVideoElement, () => {
    state.paused = false
  })
  share.player = player
  return { share, state, pictures, thinned, player }
}

describe('the pictures of a player', () => {
  it('go on unseen while all that passed is shown and others are left out', () => {
    const { share, state, pictures } = playing()
    expect(share.goesOnUnseen()).toBe(false)
    pictures.heldBack = 1
    expect(share.goesOnUnseen()).toBe(true)
    expect(share.goesOnUnseen()).toBe(false)
    pictures.heldBack = 2
    state.bufferedTo = 12
    expect(share.goesOnUnseen()).toBe(false)
  })

  it('are gone to one by one while only key frames come, gather when all come again, and play then', () => {
    const { share, state, pictures } = playing()
    pictures.passing = 'keys'
    state.bufferedTo = 12.083
    share.chaseEdge()
    expect(state.currentTime).toBeGreaterThan(12)
    expect(state.paused).toBe(true)
    pictures.passing = 'resuming'
    state.bufferedTo = 14.3
    share.chaseEdge()
    expect(state.currentTime).toBeLessThan(13)
    expect(state.paused).toBe(true)
    pictures.passing = 'all'
    state.bufferedTo = 14.4
    share.chaseEdge()
    expect(state.currentTime).toBe(14.4 - EDGE_SECONDS)
    expect(state.paused).toBe(false)
    state.bufferedTo = 16
    share.chaseEdge()
    expect(state.currentTime).toBe(14.4 - EDGE_SECONDS)
  })

  it('are left to a player that keeps to the live edge by itself', () => {
    const { share, state, player, pictures } = playing()
    share.player = { ...player, keepsEdge: true }
    pictures.passing = 'keys'
    state.bufferedTo = 20
    share.chaseEdge()
    expect([state.currentTime, state.paused]).toEqual([9.9, false])
  })

  // The page is a minute old.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(60_000))
  afterEach(() => vi.restoreAllMocks())

  it('count for the budget in sight, whole, and when the start is over', () => {
    const { share, state, pictures } = playing()
    expect(share.budgetPlayer('playing', 'sub')).toMatchObject({
      counts: { total: 100, dropped: 3 },
      attended: true,
      canThin: true,
      pixels: 640 * 360,
    })
    share.firstFrame()
    expect(share.budgetPlayer('playing', 'sub')).toMatchObject({ counts: undefined, canThin: false })
    const other = playing()
    other.state.isInSight = false
    expect(other.share.budgetPlayer('playing', 'sub')).toMatchObject({ counts: undefined, canThin: true })
    expect(other.share.budgetPlayer('loading', 'sub')).toMatchObject({ counts: undefined, canThin: false })
    state.isInSight = true
    pictures.passing = 'resuming'
    expect(share.budgetPlayer('playing', 'sub').counts).toBeUndefined()
  })

  it('are never thinned while key frames are too far apart, or it is not known how far', () => {
    const { share, pictures } = playing()
    pictures.keyEveryMs = undefined
    expect(share.budgetPlayer('playing', 'sub').canThin).toBe(false)
    pictures.keyEveryMs = KEYS_APART_MOST_MS + 1
    expect(share.budgetPlayer('playing', 'sub').canThin).toBe(false)
    share.keysOnly = true
    expect(share.budgetPlayer('playing', 'sub').canThin).toBe(false)
  })

  it('stay thinned in the next player of the same window', () => {
    const { share, thinned, player, pictures } = playing()
    share.keysOnly = true
    share.player = undefined
    expect(share.budgetPlayer('loading', 'sub').canThin).toBe(true)
    pictures.keyEveryMs = undefined
    share.player = player
    expect(thinned).toEqual([false, true, true])
    expect(share.budgetPlayer('playing', 'sub').canThin).toBe(true)
    expect(share.isWhole).toBe(false)
  })
})
