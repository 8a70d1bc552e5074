import { describe, expect, it, vi } from 'vitest'
import { glFence } from './gl-fence.ts'

/** The numbers of WebGL 2. */
const ALREADY_SIGNALED = 0x911a
const TIMEOUT_EXPIRED = 0x911b
const CONDITION_SATISFIED = 0x911c
const WAIT_FAILED = 0x911d

function context(status: number, sync: object | null = {}, isLost = false) {
  return {
    TIMEOUT_EXPIRED,
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    SYNC_FLUSH_COMMANDS_BIT: 1,
    fenceSync: () => sync,
    clientWaitSync: vi.fn(() => status),
    deleteSync: vi.fn(),
    isContextLost: () => isLost,
  }
}

const fenceOf = (gl: ReturnType<typeof context>) => glFence(gl as never)

describe('a fence', () => {
  it('has passed when the context tells so, and is asked without waiting', () => {
    for (const status of [ALREADY_SIGNALED, CONDITION_SATISFIED]) {
      expect(fenceOf(context(status)).isPassed()).toBe(true)
    }
    const gl = context(TIMEOUT_EXPIRED)
    expect(fenceOf(gl).isPassed()).toBe(false)
    expect(gl.clientWaitSync).toHaveBeenCalledWith({}, 1, 0)
  })

  it('has passed when there is nothing to wait for any more', () => {
    expect(fenceOf(context(WAIT_FAILED)).isPassed()).toBe(true)
    expect(fenceOf(context(TIMEOUT_EXPIRED, null)).isPassed()).toBe(true)
    expect(fenceOf(context(TIMEOUT_EXPIRED, {}, true)).isPassed()).toBe(true)
  })

  it('is given back when it is dropped', () => {
    const gl = context(TIMEOUT_EXPIRED)
    fenceOf(gl).drop()
    expect(gl.deleteSync).toHaveBeenCalledTimes(1)
  })
})
