import { expect, it } from 'vitest'
import { type LayerState, VideoRotation } from './video-rotation.ts'

const cameras = (count: number) =>
  Array.from({ length: count }, (_unused, i) => ({ sn: `C${i}`, chnId: 1, name: `Camera ${i}` }))

function rig(count: number, everyMs = 10_000) {
  let nowMs = 0
  const states = new Map<string, LayerState>()
  const rotation = new VideoRotation(() => nowMs, 4, everyMs)
  rotation.setUp(cameras(count), everyMs)
  const stateOf = (id: number) => {
    const layer = rotation.slots
      .flatMap(({ current, upcoming }) => [current, upcoming])
      .find((one) => one?.id === id)
    return states.get(layer?.camera.sn ?? '') ?? 'playing'
  }
  return {
    rotation,
    states,
    after(ms: number) {
      nowMs += ms
      return rotation.tick(stateOf)
    },
    setUp: (count: number, every = everyMs) => rotation.setUp(cameras(count), every),
    shown: () => rotation.slots.map(({ current }) => current?.camera.sn),
    upcoming: () => rotation.slots.map(({ upcoming }) => upcoming?.camera.sn),
  }
}

it('fills its windows, then changes one at a time, in turn', () => {
  const { after, shown } = rig(7)
  expect(after(0)).toBe(true)
  expect(shown()).toEqual(['C0', 'C1', 'C2', 'C3'])
  expect(after(9999)).toBe(false)
  after(1)
  after(500)
  expect(shown()).toEqual(['C4', 'C1', 'C2', 'C3'])
  for (let i = 0; i < 3; i++) {
    after(10_000)
    after(500)
  }
  expect(shown()).toEqual(['C4', 'C5', 'C6', 'C0'])
})

it('keeps what it shows until the next camera has a picture, and passes over one that has none', () => {
  const { after, shown, upcoming, states } = rig(6)
  after(0)
  states.set('C4', 'waiting')
  after(10_000)
  expect(upcoming()[0]).toBe('C4')
  after(11_000)
  expect(shown()[0]).toBe('C0')
  after(1000)
  after(100)
  expect(shown()).toEqual(['C0', 'C5', 'C2', 'C3'])
})

it('gives the window of a camera that failed, or went, to another', () => {
  const { after, shown, setUp, states } = rig(5, 0)
  after(0)
  states.set('C2', 'bad')
  after(1000)
  after(3999)
  expect(shown()[2]).toBe('C2')
  after(1)
  after(100)
  expect(shown()[2]).toBe('C4')
  setUp(1, 0)
  after(100)
  after(60_000)
  expect(shown()).toEqual(['C0', 'C1', 'C4', 'C3'])
})

it('with no more cameras than windows nothing changes, and without cameras nothing is shown', () => {
  const few = rig(3)
  few.after(0)
  expect(few.shown()).toEqual(['C0', 'C1', 'C2', undefined])
  expect(few.after(60_000)).toBe(false)
  const none = rig(0)
  expect(none.after(0)).toBe(false)
})
