/** Checks of scenarios' expectations: one entry for each subject, each describes the observed value. */
import { type Comparison, holds, isLowerBound } from '@backlot/contract/control/comparison'
import {
  type Expectation,
  SUBJECT_NAMES,
  type SubjectName,
  type SubjectOf,
} from '@backlot/contract/control/scenario-expectations'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import type { Quantity } from '../world/types.ts'
import { placeOf } from './actions.ts'
import { camerasPassed } from './chase.ts'
import { pickDevice, pickDevices } from './pick-devices.ts'
import type { ScenarioParts } from './scenario-parts.ts'

export type Look = { holds: boolean; seen: string }

/** Cursors of alarms: of the expectation's moment, and of the beginning. */
export type Since = { sinceCursor: number; startCursor: number }

type Check<Name extends SubjectName> = (subject: SubjectOf<Name>, parts: ScenarioParts, since: Since) => Look

const METRES_PER_DEGREE = 111_320
/** Within that of the host's time every device has had its turn. */
const TURN_MS = 2000

const checks: { [Name in Exclude<SubjectName, 'channel'>]: Check<Name> } = {
  alarm(subject, parts, since) {
    const bound: Comparison = subject.count ?? { operator: '>=', value: 1 }
    const { count, newest } = countAlarms(subject, parts, since)
    return {
      holds: holds(bound, count),
      seen: count === 0 ? 'no such alarm' : `${count}, the newest from ${newest}`,
    }
  },
  online(subject, { directory }) {
    const { of = '*', share } = 'of' in subject ? subject : { share: subject }
    const devices = pickDevices(directory, of, 'of')
    const online = devices.filter(({ slot }) => directory.isOnline(slot)).length
    const seen = online / devices.length
    return { holds: holds(share, seen), seen: `${online} of ${devices.length} (${round(seen)})` }
  },
  devices(subject, { directory }) {
    const { of, count } = 'of' in subject ? subject : { of: undefined, count: subject }
    const seen = of === undefined ? directory.deviceCount() : pickDevices(directory, of, 'of').length
    return { holds: holds(count, seen), seen: String(seen) }
  },
  reading(subject, { directory, readings }) {
    const wanted = QUANTITY_DICTIONARY[subject.quantity as Quantity]?.code
    const seen = pickDevices(directory, subject.device, 'device').flatMap(({ sn, name }) =>
      (readings(sn) ?? [])
        .filter(({ code }) => code === wanted)
        .map(({ value, unit }) => ({ value, text: `${value} ${unit} at ${name.en}` })),
    )
    if (seen.length === 0) return { holds: false, seen: 'no such reading' }
    // Of many stations any one will do; the reported one is the nearest.
    const down = subject.is.operator.startsWith('<')
    const nearest = seen.toSorted((a, b) => (down ? a.value - b.value : b.value - a.value))
    const right = nearest.find(({ value }) => holds(subject.is, value))
    return { holds: right !== undefined, seen: (right ?? nearest[0]!).text }
  },
  position(subject, parts) {
    const { directory, clock } = parts
    const device = pickDevice(directory, subject.device, 'device')
    const state = directory.state(device.slot)
    const said: string[] = []
    let right = state.longitude !== 0 || state.latitude !== 0
    if (!right) return { holds: false, seen: 'no position' }
    if (subject.near) {
      const place = placeOf(parts, subject.near)
      const metres = distanceM(state, place)
      said.push(`${Math.round(metres)} m from ${place.text}`)
      right &&= metres <= subject.withinM
    }
    if (subject.speedKmh) {
      said.push(`${round(state.speedKmh)} km/h`)
      right &&= holds(subject.speedKmh, state.speedKmh)
    }
    const ageMs = clock.now() - state.locationTimeMs
    said.push(`${round(ageMs / 1000)} s old`)
    if (subject.freshWithin !== undefined) right &&= ageMs <= freshMs(subject.freshWithin, clock)
    return { holds: right, seen: said.join(', ') }
  },
  fresh(subject, { directory, clock }) {
    const moving = pickDevices(directory, subject.of, 'of').filter(
      ({ trafficIndex, slot }) => trafficIndex !== undefined && directory.isOnline(slot),
    )
    if (moving.length === 0) return { holds: false, seen: 'no moving device' }
    const oldestMs = clock.now() - freshMs(subject.within, clock)
    const fresh = moving.filter(({ slot }) => directory.state(slot).locationTimeMs >= oldestMs).length
    const share = fresh / moving.length
    return { holds: holds(subject.share, share), seen: `${fresh} of ${moving.length} (${round(share)})` }
  },
  state(subject, { directory }) {
    const devices = pickDevices(directory, subject.device, 'device')
    const right = devices.filter(({ slot }) => {
      const { online, alarmFlg } = directory.state(slot)
      if (subject.is === 'online' || subject.is === 'offline') return online === (subject.is === 'online')
      return (alarmFlg === 1) === (subject.is === 'alarmed')
    }).length
    return { holds: right === devices.length, seen: `${right} of ${devices.length} ${subject.is}` }
  },
  passed({ chase, cameras }, parts) {
    const passed = camerasPassed(chase, parts)
    const names = passed.map(({ name }) => name.en)
    return { holds: holds(cameras, passed.length), seen: `${passed.length}: ${names.join(', ') || 'none'}` }
  },
  pose(subject, { directory, poses, clock }) {
    const device = pickDevice(directory, subject.device, 'device')
    const channel = directory.channelsOf(device.slot).find(({ type }) => type === 0)
    if (!channel) return { holds: false, seen: 'no camera' }
    const pose = poses.poseAt(device, channel.chnId, clock.now())
    const pan = subject.panDeg && rotated(pose.panDeg, subject.panDeg)
    const right =
      (pan === undefined || holds(subject.panDeg!, pan)) &&
      (!subject.tiltDeg || holds(subject.tiltDeg, pose.tiltDeg)) &&
      (!subject.zoom || holds(subject.zoom, pose.zoom))
    return {
      holds: right,
      seen: `pan ${round(pose.panDeg)}, tilt ${round(pose.tiltDeg)}, zoom ${round(pose.zoom)}`,
    }
  },
  sky(subject, { world, clock }) {
    const sky = world.sky.at(clock.now())
    const wanted = Object.entries(subject) as [keyof typeof subject, Comparison][]
    return {
      holds: wanted.every(([name, bound]) => holds(bound, sky[name])),
      seen: wanted.map(([name]) => `${name} ${round(sky[name])}`).join(', '),
    }
  },
}

/** Checks once. Expectations of the channel are not checked here: the runner of the scenario listens to it. */
export function look(expectation: Expectation, parts: ScenarioParts, since: Since): Look {
  const name = subjectOf(expectation)
  if (name === 'channel')
    return { holds: false, seen: 'the program that runs the scenario measures the channel' }
  const check = checks[name] as Check<SubjectName>
  return check(expectation[name] as SubjectOf<SubjectName>, parts, since)
}

export function subjectOf(expectation: Expectation): SubjectName {
  return SUBJECT_NAMES.find((name) => expectation[name] !== undefined)!
}

/**
 * Whether it is decided only at the end of its time: a number of alarms that must not be exceeded may still be
 * exceeded.
 */
export function isToldAtTheEnd(expectation: Expectation): boolean {
  const { alarm } = expectation
  return alarm?.count !== undefined && !isLowerBound(alarm.count)
}

function countAlarms(subject: SubjectOf<'alarm'>, parts: ScenarioParts, since: Since) {
  const { directory, store, clock } = parts
  const nowMs = clock.now()
  const conditions = ['start_ms <= ?']
  const values: (string | number)[] = [nowMs]
  const add = (text: string, value: string | number) => {
    conditions.push(text)
    values.push(value)
  }
  if (subject.since === undefined) add('raised_cursor > ?', since.sinceCursor)
  else if (subject.since === 'start') add('raised_cursor > ?', since.startCursor)
  else add('start_ms >= ?', nowMs - subject.since)
  if (subject.type !== undefined) add('type = ?', subject.type)
  if (subject.subType !== undefined) add('sub_type = ?', subject.subType)
  if (subject.ended !== undefined) add('(end_ms IS NOT NULL) = ?', subject.ended ? 1 : 0)
  if (subject.device !== undefined) {
    const sns = pickDevices(directory, subject.device, 'device').map(({ sn }) => sn)
    add('sn IN (SELECT value FROM json_each(?))', JSON.stringify(sns))
  }
  const row = store.read
    .prepare(
      `SELECT count(*) AS count, dev_name_en AS newest, max(raised_cursor) FROM alarms WHERE ${conditions.join(' AND ')}`,
    )
    .get(...values) as { count: number; newest: string | null }
  return { count: row.count, newest: row.newest ?? '' }
}

/** Devices under a fast clock report in turns, about once a second of the host's: nobody is fresher than that. */
function freshMs(withinMs: number, clock: ScenarioParts['clock']): number {
  return Math.max(withinMs, TURN_MS * clock.rate())
}

type Point = { longitude: number; latitude: number }

function distanceM(a: Point, b: Point): number {
  const dy = (a.latitude - b.latitude) * METRES_PER_DEGREE
  const dx = (a.longitude - b.longitude) * METRES_PER_DEGREE * Math.cos((b.latitude * Math.PI) / 180)
  return Math.sqrt(dx * dx + dy * dy)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** A heading as the number that a bound means by it: bounds of ranges may lie below 0 or past 360. */
function rotated(degrees: number, bound: Comparison): number {
  if (bound.operator !== '..') return degrees
  for (const turned of [degrees, degrees - 360, degrees + 360]) {
    if (turned >= bound.value && turned <= bound.upTo) return turned
  }
  return degrees
}
