import fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialPtzState } from './camera-home.ts'
import { compareCommands, type DeviceAction, type DeviceCommand, type PtzMotion } from './commands.ts'
import { clampAxis, manualMotion, type PtzAxis, type PtzPose, poseAtPoint } from './ptz-pose.ts'
import { createPtzTrack, poseAt } from './ptz-track.ts'

const initial = initialPtzState(7, 42, 350)
const START = 1_800_000_000_000
const command = (atMs: number, seq: number, action: DeviceAction): DeviceCommand => ({
  atMs: START + atMs,
  seq,
  sn: 'camera',
  ...action,
})
const move = (motion: Partial<PtzMotion>, speed = 30): DeviceAction => ({ kind: 'ptzMove', motion, speed })

/** A camera stepped millisecond by millisecond, as an engine would be: nothing shared with the fold but the rates. */
function steppedPose(commands: readonly DeviceCommand[], atMs: number): PtzPose {
  const slew: Record<PtzAxis, number> = { panDeg: 100, tiltDeg: 70, zoom: 1.6, focus: 0.8, iris: 0.8 }
  const pose = { ...initial.pose }
  const presets = new Map(initial.presets)
  let rates: Partial<Record<PtzAxis, { perS: number; leftMs: number }>> = {}
  let target: Partial<PtzPose> = {}
  const sorted = [...commands].sort(compareCommands)
  let next = 0
  for (let now = START; now <= START + atMs; now++) {
    while (sorted[next] && sorted[next]!.atMs === now) {
      const c = sorted[next++]!
      if (c.kind === 'ptzMove') {
        const axes = [
          ['panDeg', c.motion.pan],
          ['tiltDeg', c.motion.tilt],
          ['zoom', c.motion.zoom],
          ['focus', c.motion.focus],
          ['iris', c.motion.iris],
        ] as const
        for (const [axis, sign] of axes) {
          if (sign === undefined) continue
          delete rates[axis]
          delete target[axis]
          if (sign === 0) continue
          const perS = manualMotion(axis, sign, c.speed, pose.zoom, undefined).ratePerS
          rates[axis] = { perS, leftMs: c.forMs ?? Number.POSITIVE_INFINITY }
        }
      } else if (c.kind === 'ptzStop') {
        target = {}
        rates = {}
      } else if (c.kind === 'presetSet') presets.set(c.preset, { ...pose })
      else if (c.kind === 'presetDelete') presets.delete(c.preset)
      else if (c.kind === 'presetCall' && presets.has(c.preset)) {
        rates = {}
        target = { ...presets.get(c.preset) }
      } else if (c.kind === 'ptzPoint') {
        for (const axis of ['panDeg', 'tiltDeg', 'zoom'] as const) {
          delete rates[axis]
          target = { ...target, [axis]: poseAtPoint(pose, c.x, c.y, c.zoomFactor)[axis] }
        }
      }
    }
    if (now === START + atMs) break
    for (const [axis, rate] of Object.entries(rates) as [PtzAxis, { perS: number; leftMs: number }][]) {
      if (rate.leftMs <= 0) continue
      rate.leftMs--
      if (axis === 'zoom') pose.zoom = clampAxis('zoom', pose.zoom * Math.exp(rate.perS / 1000))
      else if (axis === 'panDeg') pose.panDeg += rate.perS / 1000
      else pose[axis] = clampAxis(axis, pose[axis] + rate.perS / 1000)
    }
    for (const [axis, to] of Object.entries(target) as [PtzAxis, number][]) {
      let way = axis === 'zoom' ? Math.log(to / pose.zoom) : to - pose[axis]
      if (axis === 'panDeg') way -= 360 * Math.round(way / 360)
      const step = Math.sign(way) * Math.min(Math.abs(way), slew[axis] / 1000)
      if (axis === 'zoom') pose.zoom *= Math.exp(step)
      else pose[axis] += step
    }
  }
  return pose
}

const sign = fc.constantFrom(-1 as const, 0 as const, 1 as const)
const action: fc.Arbitrary<DeviceAction> = fc.oneof(
  fc.record({
    kind: fc.constant('ptzMove' as const),
    motion: fc.record({ pan: sign, tilt: sign, zoom: sign, focus: sign, iris: sign }, { requiredKeys: [] }),
    speed: fc.integer({ min: 1, max: 100 }),
    forMs: fc.option(fc.integer({ min: 1, max: 1500 }), { nil: undefined }),
  }),
  fc.constant({ kind: 'ptzStop' as const }),
  fc.record({
    kind: fc.constantFrom('presetSet' as const, 'presetCall' as const, 'presetDelete' as const),
    preset: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    kind: fc.constant('ptzPoint' as const),
    x: fc.double({ min: -1, max: 1, noNaN: true }),
    y: fc.double({ min: -1, max: 1, noNaN: true }),
    zoomFactor: fc.constantFrom(0.5, 1, 3),
  }),
  fc.constant({ kind: 'reboot' as const }),
  fc.constant({ kind: 'connectivity' as const, forced: 'offline' as const }),
)
const log = fc
  .array(fc.record({ atMs: fc.nat(6000), action }), { maxLength: 12 })
  .map((entries) => entries.map((entry, seq) => command(entry.atMs, seq, entry.action)))

function expectSamePose(actual: PtzPose, expected: PtzPose): void {
  const turn = Math.abs(actual.panDeg - expected.panDeg) % 360
  expect(Math.min(turn, 360 - turn)).toBeLessThan(1e-5)
  for (const axis of ['tiltDeg', 'zoom', 'focus', 'iris'] as const) {
    expect(Math.abs(actual[axis] - expected[axis]), axis).toBeLessThan(1e-5)
  }
}

test('a pose asked for at any moment is the one a stepped camera reaches', () => {
  fc.assert(
    fc.property(log, fc.nat(8000), (commands, atMs) => {
      const expected = steppedPose(commands, atMs)
      expectSamePose(createPtzTrack(initial, commands).poseAt(START + atMs), expected)
      expectSamePose(poseAt(initial, [...commands].sort(compareCommands), START + atMs), expected)
    }),
    { numRuns: 150, seed: 5 },
  )
})

test('commands added in any order, with questions between, give the same past', () => {
  fc.assert(
    fc.property(
      log,
      fc.array(fc.nat(8000), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      (commands, moments, salt) => {
        const shuffled = [...commands].sort((a, b) => ((a.seq * 7 + salt) % 13) - ((b.seq * 7 + salt) % 13))
        const track = createPtzTrack(initial)
        shuffled.forEach((entry, i) => {
          track.add(entry)
          track.poseAt(START + moments[i % moments.length]!)
        })
        const straight = createPtzTrack(initial, [...commands].sort(compareCommands))
        for (const moment of moments)
          expect(track.poseAt(START + moment)).toEqual(straight.poseAt(START + moment))
      },
    ),
    { numRuns: 100, seed: 6 },
  )
})

test('pressing left for a second at the default speed turns the camera 18 degrees to the left', () => {
  const track = createPtzTrack(initial, [
    command(0, 1, move({ pan: -1 })),
    command(1000, 2, { kind: 'ptzStop' }),
  ])
  expect(track.poseAt(START).panDeg).toBe(350)
  expect(track.poseAt(START + 500).panDeg).toBeCloseTo(341, 9)
  expect(track.poseAt(START + 60_000).panDeg).toBeCloseTo(332, 9)
  expect(track.isMovingAt(START + 999)).toBe(true)
  expect(track.isMovingAt(START + 1000)).toBe(false)
})

test('a preset is reached the short way round and held, and an unset one moves nothing', () => {
  const track = createPtzTrack(initial, [
    command(0, 1, { kind: 'presetCall', preset: 2 }),
    command(20_000, 2, { kind: 'presetDelete', preset: 2 }),
    command(21_000, 3, { kind: 'presetCall', preset: 1 }),
    command(40_000, 4, { kind: 'presetCall', preset: 2 }),
  ])
  expect(track.poseAt(START + 20_000)).toEqual(initial.presets.get(2))
  expect(track.poseAt(START + 39_000)).toEqual(initial.pose)
  expect(track.poseAt(START + 60_000)).toEqual(initial.pose)
  expect(track.presetsAt(START + 60_000).has(2)).toBe(false)
  expect(track.presetsAt(START + 10_000).has(2)).toBe(true)
})

test('axes stop at their limits', () => {
  const track = createPtzTrack(initial, [command(0, 1, move({ tilt: -1, zoom: 1, focus: 1, iris: -1 }, 100))])
  expect(track.poseAt(START + 600_000)).toMatchObject({ tiltDeg: -90, zoom: 32, focus: 1, iris: 0 })
})

test('a point of the picture comes to the middle', () => {
  const track = createPtzTrack(initial, [command(0, 1, { kind: 'ptzPoint', x: 1, y: 0, zoomFactor: 2 })])
  expect(track.poseAt(START + 10_000).panDeg).toBeCloseTo(20, 2)
  expect(track.poseAt(START + 10_000).zoom).toBeCloseTo(2, 9)
})

test('a camera turns to a pose that is asked for, within its limits, and leaves the other axes', () => {
  const pose = { panDeg: -90, tiltDeg: -200, zoom: 4 }
  const track = createPtzTrack(initial, [command(0, 1, { kind: 'ptzTurn', pose, speed: 50 })])
  expect(track.isMovingAt(START + 1000)).toBe(true)
  const { focus, iris } = initial.pose
  expect(track.poseAt(START + 60_000)).toEqual({ panDeg: 270, tiltDeg: -90, zoom: 4, focus, iris })
})

test('a stop of one axis leaves the others moving', () => {
  const track = createPtzTrack(initial, [
    command(0, 1, move({ pan: 0.5, zoom: 1 }, 100)),
    command(1000, 2, { kind: 'ptzStop', axes: ['pan', 'tilt'] }),
  ])
  const [then, later] = [track.poseAt(START + 1000), track.poseAt(START + 2000)]
  // Half of the fastest, 60 degrees a second at magnification 1.
  expect(then.panDeg - initial.pose.panDeg).toBeCloseTo(30 - (initial.pose.panDeg + 30 >= 360 ? 360 : 0), 6)
  expect(later.panDeg).toBe(then.panDeg)
  expect(later.zoom).toBeGreaterThan(then.zoom)
})

test.each<[string, DeviceAction]>([
  ['zoom', move({ zoom: 1 })],
  ['focus', move({ focus: -1 })],
  ['iris', { kind: 'ptzTurn', pose: { iris: 0.25 } }],
  ['focus', { kind: 'ptzTurn', pose: { focus: 0.25 } }],
])('a pan goes on while a command changes the %s', (axis, action) => {
  const pan = command(0, 1, move({ pan: 1, tilt: 0 }))
  const alone = createPtzTrack(initial, [pan])
  const track = createPtzTrack(initial, [pan, command(1000, 2, action)])
  const [expected, pose] = [alone, track].map((one) => one.poseAt(START + 1500))
  expect(pose!.panDeg).toBeCloseTo(expected!.panDeg, 9)
  expect(pose![axis as PtzAxis]).not.toBe(expected![axis as PtzAxis])
})

test('a move ends the movement of the axes that it names, and a command that names none ends nothing', () => {
  const track = createPtzTrack(initial, [
    command(0, 1, move({ pan: 1, tilt: 1, zoom: 1 })),
    command(1000, 2, move({ pan: -1, tilt: 0 })),
    command(1500, 3, move({})),
  ])
  const [then, later] = [track.poseAt(START + 1000), track.poseAt(START + 2000)]
  expect(later.tiltDeg).toBe(then.tiltDeg)
  expect(later.zoom).toBeGreaterThan(then.zoom)
  expect((later.panDeg - then.panDeg + 360) % 360).toBeGreaterThan(180)
})

test('home is where it was mounted until another one is set', () => {
  const track = createPtzTrack(initial, [
    command(0, 1, { kind: 'ptzTurn', pose: { panDeg: 100 } }),
    command(10_000, 2, { kind: 'homeCall' }),
    command(20_000, 3, { kind: 'ptzTurn', pose: { panDeg: 200 } }),
    command(30_000, 4, { kind: 'homeSet' }),
    command(31_000, 5, { kind: 'presetCall', preset: 2 }),
    command(50_000, 6, { kind: 'homeCall' }),
  ])
  expect(track.poseAt(START + 19_000)).toEqual(initial.pose)
  expect(track.poseAt(START + 70_000).panDeg).toBe(200)
})
