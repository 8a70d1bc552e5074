/** The names and functions of formulas in kind files; docs/kind-files.md explains them. */

import { DAY_MS, HOUR_MS, MINUTE_MS, PLATFORM_ZONE_MINUTES, toCivil } from '@backlot/contract/time'
import { smoothNoise, uniform } from '../../../world/hash.ts'
import type { Formula } from '../../../world/types.ts'

/** Each use of chance in a kind can have a number of its own below it. */
export const CHANCES = 100

const localMs = (epochMs: number) => epochMs + PLATFORM_ZONE_MINUTES * MINUTE_MS
const dayOf = (epochMs: number) => Math.floor(localMs(epochMs) / DAY_MS)

/** What the world tells, by `group.name`. */
export const WORLD_NAMES: Readonly<Record<string, { says: string; of: Formula }>> = {
  'sky.sun': { says: 'elevation of the sun, degrees', of: (c) => c.sky.sunElevationDeg },
  'sky.light': { says: 'light on the ground, lux', of: (c) => c.sky.illuminationLux },
  'sky.cloud': { says: 'cloud, 0 to 1', of: (c) => c.sky.cloud },
  'sky.rain': { says: 'rain, mm/h', of: (c) => c.sky.rainMmPerHour },
  'sky.wind': { says: 'wind, m/s', of: (c) => c.sky.windSpeedMs },
  'sky.windFrom': { says: 'where the wind comes from, degrees', of: (c) => c.sky.windFromDeg },
  'sky.temperature': { says: 'temperature, ℃', of: (c) => c.sky.temperatureC },
  'sky.humidity': { says: 'humidity, %', of: (c) => c.sky.humidityPercent },
  'sky.pressure': { says: 'pressure, kPa', of: (c) => c.sky.pressureKpa },
  'sky.dust': { says: 'dust in the air, 0 to 1', of: (c) => c.sky.dust },
  'sky.visibility': { says: 'visibility, m', of: (c) => c.sky.visibilityM },
  'city.traffic': { says: 'how busy the roads of the city are, 0 to 1', of: (c) => c.traffic },
  'city.work': { says: 'how busy worksites and factories are, 0 to 1', of: (c) => c.work },
  'city.haze': { says: 'stale air over the city, 0 to 1', of: (c) => c.haze },
  'near.traffic': { says: 'traffic beside the device now, 0 to 1', of: (c) => c.around.road * c.traffic },
  'near.road': { says: 'nearness of busy roads, 0 to 1', of: (c) => c.around.road },
  'near.industry': { says: 'nearness of factories, 0 to 1', of: (c) => c.around.industry },
  'near.worksite': { says: 'nearness of worksites, 0 to 1', of: (c) => c.around.worksite },
  'near.country': { says: 'how rural the place is, 0 to 1', of: (c) => c.around.rural },
  'time.hour': {
    says: 'hour of the day with its fraction, 0 to 24',
    of: (c) => (localMs(c.epochMs) - dayOf(c.epochMs) * DAY_MS) / HOUR_MS,
  },
  'time.weekday': {
    says: 'day of the week, 1 Monday to 7 Sunday',
    // 1970-01-01 was a Thursday.
    of: (c) => ((((dayOf(c.epochMs) + 3) % 7) + 7) % 7) + 1,
  },
  'time.month': {
    says: 'month with its fraction, 1 to 13',
    of: (c) => {
      const { month, day } = toCivil(c.epochMs)
      return month + (day - 1) / 31
    },
  },
}

type PlainFunction = { says: string; least: number; most: number; of(args: readonly number[]): number }

const MOST = 12

/** Functions of numbers alone. */
export const FUNCTIONS: Readonly<Record<string, PlainFunction>> = {
  min: { says: 'the least', least: 2, most: MOST, of: (values) => Math.min(...values) },
  max: { says: 'the greatest', least: 2, most: MOST, of: (values) => Math.max(...values) },
  abs: { says: 'without its sign', least: 1, most: 1, of: ([x = 0]) => Math.abs(x) },
  floor: { says: 'rounded down', least: 1, most: 1, of: ([x = 0]) => Math.floor(x) },
  ceil: { says: 'rounded up', least: 1, most: 1, of: ([x = 0]) => Math.ceil(x) },
  round: { says: 'rounded', least: 1, most: 1, of: ([x = 0]) => Math.round(x) },
  sqrt: { says: 'square root; 0 below 0', least: 1, most: 1, of: ([x = 0]) => Math.sqrt(Math.max(0, x)) },
  exp: { says: 'e to the power', least: 1, most: 1, of: ([x = 0]) => Math.exp(Math.min(200, x)) },
  log: {
    says: 'natural logarithm; 0 at and below 0',
    least: 1,
    most: 1,
    of: ([x = 0]) => (x > 0 ? Math.log(x) : 0),
  },
  sin: { says: 'sine of degrees', least: 1, most: 1, of: ([x = 0]) => Math.sin((x * Math.PI) / 180) },
  cos: { says: 'cosine of degrees', least: 1, most: 1, of: ([x = 0]) => Math.cos((x * Math.PI) / 180) },
  clamp: {
    says: 'clamp(x, least, most)',
    least: 3,
    most: 3,
    of: ([x = 0, low = 0, high = 0]) => Math.max(low, Math.min(high, x)),
  },
  ramp: {
    says: 'ramp(x, from, to): 0 up to from, 1 from to on, straight between; from may be the greater',
    least: 3,
    most: 3,
    of: ([x = 0, from = 0, to = 0]) =>
      from === to ? (x < from ? 0 : 1) : Math.max(0, Math.min(1, (x - from) / (to - from))),
  },
}

type ChanceFunction = {
  says: string
  stream: number
  /** Its first argument is a period in minutes. */
  hasPeriod: boolean
  of(seed: number, entity: number, stream: number, minutes: number, epochMs: number): number
}

/** Chance: the last argument, which may be left out, is the number of the use. */
export const CHANCE_FUNCTIONS: Readonly<Record<string, ChanceFunction>> = {
  noise: {
    says: 'noise(minutes, n): drifts about 0, mostly within 1, and changes in that time',
    stream: 2301,
    hasPeriod: true,
    of: (seed, entity, stream, minutes, epochMs) =>
      smoothNoise(seed, entity, stream, epochMs / (minutes * MINUTE_MS)),
  },
  roll: {
    says: 'roll(minutes, n): 0 to 1, drawn again at the start of each such period',
    stream: 2302,
    hasPeriod: true,
    of: (seed, entity, stream, minutes, epochMs) =>
      uniform(seed, entity, stream, Math.floor(localMs(epochMs) / (minutes * MINUTE_MS))),
  },
  random: {
    says: 'random(n): 0 to 1, drawn once for each device',
    stream: 2303,
    hasPeriod: false,
    of: (seed, entity, stream) => uniform(seed, entity, stream, 0),
  },
}

/** Looks back: `name(hours, formula)`. */
export const WINDOWS: Readonly<Record<string, string>> = {
  ago: 'ago(hours, formula): its value then',
  mean: 'mean(hours, formula): mean of its values at the whole hours before',
  sum: 'sum(hours, formula): their sum',
  highest: 'highest(hours, formula): the greatest of them',
}
/** Most hours that are looked back. */
export const WINDOW_HOURS = 72

/** Words that have a meaning of their own in formulas. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'if',
  ...[FUNCTIONS, CHANCE_FUNCTIONS, WINDOWS].flatMap((table) => Object.keys(table)),
  ...['sky', 'city', 'near', 'time', 'air', 'incident', 'step', 'world'],
])
