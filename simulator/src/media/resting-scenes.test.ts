import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { createRestingScenes } from './resting-scenes.ts'
import type { SceneService } from './scene-service.ts'

const MINUTE_MS = 60_000

function rig(neverRest = false) {
  const host = createManualClock(0)
  const services: { ended: boolean; waiting: number; die(): void }[] = []
  const resting = createRestingScenes({
    host,
    neverRest,
    onDeath: () => undefined,
    open(onDeath) {
      const service = { ended: false, waiting: 0, die: () => onDeath(new Error('a planted death')) }
      services.push(service)
      return {
        waiting: () => service.waiting,
        async [Symbol.asyncDispose]() {
          service.ended = true
        },
      } as Partial<SceneService> as SceneService
    },
  })
  return { host, resting, services }
}

test('nothing runs until somebody asks; it ends after five idle minutes and starts again when asked', () => {
  const { host, resting, services } = rig()
  expect(resting.isRunning()).toBe(false)
  const first = resting.scenes()
  host.advance(4 * MINUTE_MS)
  expect(resting.scenes()).toBe(first)
  host.advance(4 * MINUTE_MS)
  expect(resting.isRunning()).toBe(true)
  host.advance(2 * MINUTE_MS)
  expect(resting.isRunning()).toBe(false)
  expect(services.map(({ ended }) => ended)).toEqual([true])
  expect(host.pending()).toBe(0)
  resting.scenes()
  expect(services.map(({ ended }) => ended)).toEqual([true, false])
  host.advance(6 * MINUTE_MS)
  expect(resting.isRunning()).toBe(false)
})

test('threads that still have requests to answer go on', () => {
  const { host, resting, services } = rig()
  resting.scenes()
  services[0]!.waiting = 1
  host.advance(20 * MINUTE_MS)
  expect(resting.isRunning()).toBe(true)
  services[0]!.waiting = 0
  host.advance(MINUTE_MS)
  expect(resting.isRunning()).toBe(false)
})

test('threads that never rest run until the end', async () => {
  const { host, resting, services } = rig(true)
  resting.scenes()
  host.advance(60 * MINUTE_MS)
  expect(resting.isRunning()).toBe(true)
  await resting[Symbol.asyncDispose]()
  expect(services.map(({ ended }) => ended)).toEqual([true])
})

test('a dead thread is replaced after half a second, not while the dead one is asked again and again', () => {
  const { host, resting, services } = rig()
  const dead = resting.scenes()
  services[0]!.die()
  services[0]!.die()
  expect(resting.scenes()).toBe(dead)
  host.advance(500)
  expect(resting.scenes()).not.toBe(dead)
  expect(services.map(({ ended }) => ended)).toEqual([true, false])
  host.advance(6 * MINUTE_MS)
  expect(resting.isRunning()).toBe(false)
})

test('a thread that dies at the end, or while it rests, is not replaced', async () => {
  const { host, resting, services } = rig()
  resting.scenes()
  host.advance(6 * MINUTE_MS)
  services[0]!.die()
  host.advance(MINUTE_MS)
  expect(services).toHaveLength(1)
  resting.scenes()
  await resting[Symbol.asyncDispose]()
  services[1]!.die()
  host.advance(MINUTE_MS)
  expect(services).toHaveLength(2)
})
