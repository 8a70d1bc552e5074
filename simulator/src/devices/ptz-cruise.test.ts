import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialPtzState } from './camera-home.ts'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { motionTo, type PtzPose, poseAtPoint, secondsToArrive } from './ptz-pose.ts'
import { createPtzTrack, poseAt } from './ptz-track.ts'

const initial = initialPtzState(7, 42, 350)
const START = 1_800_000_000_000
const command = (atMs: number, seq: number, action: DeviceAction): DeviceCommand => ({
  atMs: START + atMs,
  seq,
  sn: 'camera',
  ...action,
})
const round: DeviceAction = {
  kind: 'cruiseSet',
  cruise: 1,
  name: 'Round',
  steps: [
    { preset: 2, dwellMs: 3000, speed: 50 },
    { preset: 9, dwellMs: 1000, speed: 50 },
    { preset: 4, dwellMs: 2000, speed: 100 },
  ],
}
const begun = [command(0, 1, round), command(1000, 2, { kind: 'cruiseStart', cruise: 1 })]

/** Milliseconds from one pose to another, as the camera goes. */
const travelMs = (from: PtzPose, to: PtzPose, share: number) =>
  Math.ceil(secondsToArrive(motionTo(from, to, share)) * 1000)

test('a cruise stays at each preset that is set, in order and round after round', () => {
  const track = createPtzTrack(initial, begun)
  const [second, fourth] = [initial.presets.get(2)!, initial.presets.get(4)!]
  const first = START + 1000 + travelMs(initial.pose, second, 0.5)
  expect(track.poseAt(START + 999)).toEqual(initial.pose)
  for (const wait of [0, 1500, 2999]) expect(track.poseAt(first + wait)).toEqual(second)
  expect(track.isMovingAt(first + 100)).toBe(false)
  const there = travelMs(second, fourth, 1)
  expect(track.isMovingAt(first + 3000 + there / 2)).toBe(true)
  expect(track.poseAt(first + 3000 + there)).toEqual(fourth)
  const roundMs = there + 2000 + travelMs(fourth, second, 0.5) + 3000
  for (const rounds of [1, 2, 1000]) {
    expect(track.poseAt(first + rounds * roundMs)).toEqual(second)
    expect(track.poseAt(first + rounds * roundMs + 3000 + there + 500)).toEqual(fourth)
  }
})

test('a cruise goes on while presets change, and ends when the camera is steered', () => {
  const kept = createPtzTrack(initial, [
    ...begun,
    command(5000, 3, { kind: 'presetSet', preset: 7, name: 'Yard' }),
    command(6000, 4, { kind: 'presetDelete', preset: 4 }),
  ])
  const straight = createPtzTrack(initial, begun)
  for (const at of [5500, 7000, 60_000]) expect(kept.poseAt(START + at)).toEqual(straight.poseAt(START + at))
  for (const action of [
    { kind: 'ptzStop' },
    { kind: 'cruiseStop' },
    { kind: 'cruiseDelete', cruise: 1 },
  ] as const) {
    const ended = createPtzTrack(initial, [...begun, command(5000, 3, action)])
    expect(ended.poseAt(START + 500_000)).toEqual(straight.poseAt(START + 5000))
  }
  const called = createPtzTrack(initial, [...begun, command(5000, 3, { kind: 'presetCall', preset: 1 })])
  expect(called.poseAt(START + 60_000)).toEqual(initial.pose)
})

test('a cruise without a preset that is set does not begin', () => {
  const empty: DeviceAction = { ...round, steps: [{ preset: 200, dwellMs: 1000, speed: 50 }] }
  const track = createPtzTrack(initial, [
    command(0, 1, empty),
    command(1000, 2, { kind: 'cruiseStart', cruise: 1 }),
    command(2000, 3, { kind: 'cruiseStart', cruise: 6 }),
  ])
  expect(track.poseAt(START + 90_000)).toEqual(initial.pose)
})

test('a moment in a cruise is the same whether asked alone or after commands around it', () => {
  const action = fc.constantFrom<DeviceAction>(
    { kind: 'cruiseStart', cruise: 1 },
    { kind: 'cruiseStop' },
    { kind: 'presetSet', preset: 9 },
    { kind: 'ptzMove', motion: { pan: 1 }, speed: 30, forMs: 700 },
    round,
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ atMs: fc.nat(20_000), action }), { maxLength: 8 }),
      fc.nat(60_000),
      (entries, atMs) => {
        const commands = [...begun, ...entries.map((entry, i) => command(entry.atMs, i + 3, entry.action))]
        const sorted = [...commands].sort((a, b) => a.atMs - b.atMs || a.seq - b.seq)
        const track = createPtzTrack(initial, commands)
        expect(track.poseAt(START + atMs)).toEqual(poseAt(initial, sorted, START + atMs))
      },
    ),
    { numRuns: 100, seed: 3 },
  )
})

test('a point of the picture comes to its middle by the geometry of the picture', () => {
  const from: PtzPose = { panDeg: 10, tiltDeg: -12, zoom: 2, focus: 0.5, iris: 0.5 }
  // A point on the plan, seen as world/scenes/view.ts draws it: half the width is 1 / (2 × 0.866 × zoom) of the depth.
  const seen = (pose: PtzPose, bearingDeg: number, slope: number) => {
    const turn = ((bearingDeg - pose.panDeg) * Math.PI) / 180
    const tilt = Math.tan((pose.tiltDeg * Math.PI) / 180)
    return {
      x: Math.tan(turn) * 2 * 0.866 * pose.zoom,
      y: ((slope / Math.cos(turn) - tilt) * 2 * 0.866 * pose.zoom * 16) / 9,
    }
  }
  const point = seen(from, 21, -0.31)
  const to = poseAtPoint(from, point.x, point.y, 3)
  expect(to.panDeg).toBeCloseTo(21, 6)
  expect(seen(to, 21, -0.31).y).toBeCloseTo(0, 6)
  expect(to.zoom).toBe(6)
})
