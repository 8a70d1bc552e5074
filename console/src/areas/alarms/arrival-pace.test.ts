import { expect, it, vi } from 'vitest'
import { createArrivalPace } from './arrival-pace.ts'

function rig() {
  let nowMs = 0
  const frames: (() => void)[] = []
  const timers: { atMs: number; run: () => void }[] = []
  const state = { visible: true }
  const takeIn = vi.fn()
  const ask = createArrivalPace(
    {
      nowMs: () => nowMs,
      isVisible: () => state.visible,
      nextFrame: (run) => frames.push(run),
      later: (run, ms) => timers.push({ atMs: nowMs + ms, run }),
    },
    takeIn,
  )
  const frame = () => {
    for (const run of frames.splice(0)) run()
  }
  const pass = (ms: number) => {
    nowMs += ms
    const due = timers.filter(({ atMs }) => atMs <= nowMs)
    for (const timer of due) {
      timers.splice(timers.indexOf(timer), 1)
      timer.run()
    }
  }
  return { ask, frame, pass, takeIn, state }
}

it('takes a single alarm in with the next frame', () => {
  const { ask, frame, takeIn } = rig()
  ask()
  ask()
  expect(takeIn).not.toHaveBeenCalled()
  frame()
  expect(takeIn).toHaveBeenCalledOnce()
})

it('takes a storm in four times a second, whatever its rate', () => {
  const { ask, frame, pass, takeIn } = rig()
  for (let ms = 0; ms < 2000; ms += 2) {
    ask()
    pass(2)
    frame()
  }
  expect(takeIn).toHaveBeenCalledTimes(8)
})

it('goes on where no frames are drawn', () => {
  const { ask, pass, takeIn, state } = rig()
  state.visible = false
  ask()
  pass(499)
  expect(takeIn).not.toHaveBeenCalled()
  pass(1)
  expect(takeIn).toHaveBeenCalledOnce()
})

it('is not stuck when the page is hidden while a bite waits', () => {
  const { ask, frame, pass, takeIn, state } = rig()
  ask()
  frame()
  ask()
  state.visible = false
  pass(250)
  expect(takeIn).toHaveBeenCalledTimes(2)
})
