import { expect, test } from 'vitest'
import { createVoice } from '../devices/voice.ts'
import { TalkDevice } from './talk-device.ts'

const device = () => new TalkDevice('D1', createVoice(7, 1), 0)
const frame = (value: number) => new Int16Array(320).fill(value)

test('an echo plays back what was heard, in order, after its delay, however it came', () => {
  const one = device()
  one.behave({ silent: true, echoMs: 200 })
  one.hear(1000, frame(1))
  one.hear(1000, frame(2))
  one.hear(1080, frame(3))
  const heard = [29, 30, 31, 32, 33].map((at) => one.speak(at)[0])
  expect(heard).toEqual([0, 1, 2, 3, 0])
})

test('all who listen hear the same frame', () => {
  const one = device()
  one.behave({ silent: true, echoMs: 40 })
  one.hear(960, frame(5))
  expect(one.speak(25)).toBe(one.speak(25))
})

test('the meter tells frames, losses, pauses and level', () => {
  const { meter } = device()
  meter.press()
  meter.frame(0, frame(0))
  meter.frame(40, frame(16_384))
  meter.frame(140, frame(16_384))
  meter.release(5)
  meter.strayFrame()
  expect(meter.read()).toMatchObject({ frames: 3, captured: 5, lost: 2, loss: 0.4, stray: 1 })
  expect(meter.read()).toMatchObject({ longestGapMs: 100, peakDb: -6 })
})

test('a device is as loud as its loudspeaker and microphone are set', () => {
  const volumes = { speakerVolume: 80, microphoneVolume: 70 }
  const device = new TalkDevice('D1', createVoice(1, 1), 0, () => volumes)
  device.behave({ toneHz: 400 })
  const loudest = (samples: Int16Array) =>
    samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const usual = loudest(device.speak(100))
  volumes.microphoneVolume = 35
  expect(loudest(device.speak(101)) / usual).toBeCloseTo(0.5, 2)
  volumes.microphoneVolume = 0
  expect(loudest(device.speak(102))).toBe(0)
  // Sound that it hears comes back from its loudspeaker.
  device.behave({ toneHz: 0, silent: true, echoMs: 40 })
  volumes.microphoneVolume = 70
  volumes.speakerVolume = 40
  device.hear(103 * 40, frame(8000))
  expect(loudest(device.speak(104))).toBe(4000)
})
