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
    { kind: 'scanLimit', scan: 1, side: 'left' },
    { kind: 'scanLimit', scan: 1, side: 'right' },
    { kind: 'scanStart', scan: 1 },
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

const at = (panDeg: number): PtzPose => ({ ...initial.pose, panDeg })
/** Limits at 350° and 20° (30° apart over north), or the other way round (330° apart). */
const limited = (left: number, right: number) => [
  command(0, 1, { kind: 'ptzTurn', pose: { panDeg: left } }),
  command(10_000, 2, { kind: 'scanLimit', scan: 0, side: 'left' }),
  command(10_000, 3, { kind: 'ptzTurn', pose: { panDeg: right } }),
  command(20_000, 4, { kind: 'scanLimit', scan: 0, side: 'right' }),
  command(20_000, 5, { kind: 'scanSpeed', scan: 0, speed: 50 }),
]

test.each([
  [350, 20, 1000],
  [20, 350, 11_000],
])('a scan goes clockwise from %i° to %i° and back, round after round', (left, right, sweepMs) => {
  const commands = [...limited(left, right), command(30_000, 6, { kind: 'scanStart', scan: 0 })]
  const track = createPtzTrack(initial, commands)
  const beginMs = START + 30_000 + travelMs(at(right), at(left), 0.5)
  expect(track.poseAt(START + 30_000)).toEqual(at(right))
  const quarter = sweepMs / 4
  for (const rounds of [0, 1, 1000]) {
    const fromMs = beginMs + rounds * 2 * sweepMs
    expect(track.poseAt(fromMs)).toEqual(at(left))
    expect(track.poseAt(fromMs + quarter).panDeg).toBeCloseTo((left + quarter * 0.03) % 360, 4)
    expect(track.poseAt(fromMs + sweepMs)).toEqual(at(right))
    expect(track.poseAt(fromMs + 2 * sweepMs - quarter).panDeg).toBeCloseTo((left + quarter * 0.03) % 360, 4)
    expect(track.isMovingAt(fromMs + quarter)).toBe(true)
  }
})

test('a scan goes on while limits change, ends with a stop, and does not begin without two different limits', () => {
  const commands = [...limited(350, 20), command(30_000, 6, { kind: 'scanStart', scan: 0 })]
  const scanned = createPtzTrack(initial, commands)
  const kept = createPtzTrack(initial, [
    ...commands,
    command(35_000, 7, { kind: 'scanLimit', scan: 0, side: 'left' }),
    command(36_000, 8, { kind: 'cruiseDelete', cruise: 0 }),
  ])
  expect(kept.poseAt(START + 50_100)).toEqual(scanned.poseAt(START + 50_100))
  const stopped = createPtzTrack(initial, [
    ...commands,
    command(35_300, 7, { kind: 'ptzStop', axes: ['pan', 'tilt', 'zoom'] }),
  ])
  expect(stopped.poseAt(START + 90_000)).toEqual(scanned.poseAt(START + 35_300))
  for (const scan of [0, 1]) {
    const unlimited = createPtzTrack(initial, [
      ...limited(350, 350),
      command(30_000, 6, { kind: 'scanStart', scan }),
    ])
    expect(unlimited.poseAt(START + 90_000)).toEqual(at(350))
    expect(unlimited.isMovingAt(START + 90_000)).toBe(false)
  }
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
