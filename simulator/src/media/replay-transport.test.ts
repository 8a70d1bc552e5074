import { expect, test } from 'vitest'
import { createReplayTransport } from './replay-transport.ts'

function start(speed = 1) {
  let nowMs = 5000
  const transport = createReplayTransport(() => nowMs, { positionMs: 1_000_000, speed, paused: false })
  return { transport, pass: (ms: number) => (nowMs += ms) }
}

test('nothing passes before it is released', () => {
  const { transport, pass } = start()
  pass(700)
  expect([transport.positionMs(), transport.mediaMs(), transport.isRunning()]).toEqual([1_000_000, 0, false])
  transport.release()
  pass(700)
  expect([transport.positionMs(), transport.mediaMs()]).toEqual([1_000_700, 700])
})

test('media time passes as it is, recorded time by the speed', () => {
  const { transport, pass } = start(4)
  transport.release()
  pass(1000)
  expect([transport.positionMs(), transport.mediaMs()]).toEqual([1_004_000, 1000])
  transport.setSpeed(2)
  pass(1000)
  expect([transport.positionMs(), transport.mediaMs()]).toEqual([1_006_000, 2000])
  expect(transport.mediaAt(1_007_000)).toBe(2500)
})

test('paused it stands, and media time goes on only for pictures that are shown meanwhile', () => {
  const { transport, pass } = start()
  transport.release()
  pass(100)
  transport.pause()
  pass(9000)
  transport.addMedia(80)
  expect([transport.positionMs(), transport.mediaMs()]).toEqual([1_000_100, 180])
  transport.resume()
  pass(20)
  expect([transport.positionMs(), transport.mediaMs()]).toEqual([1_000_120, 200])
})

test('a move to another place is a new epoch and leaves media time alone; an end stands until the next move', () => {
  const { transport, pass } = start()
  transport.release()
  pass(50)
  transport.seek(7)
  expect([transport.epoch(), transport.positionMs(), transport.mediaMs()]).toEqual([1, 7, 50])
  transport.end(99)
  pass(1000)
  expect([transport.isEnded(), transport.positionMs(), transport.mediaMs()]).toEqual([true, 99, 50])
  transport.seek(8)
  pass(10)
  expect([transport.isEnded(), transport.positionMs()]).toEqual([false, 18])
})
