/** Where a lift car is, how far its doors are open and what it carries: a pure function of the car and the time. */
import { HOUR_MS, toCivil } from '@backlot/contract/time'
import { hash32, uniform } from '../../world/hash.ts'
import type { Incident } from '../../world/types.ts'

const STREAM = { floors: 2201, ride: 2202, target: 2203, persons: 2204 }
/** A ride and the wait after it. */
const CELL_MS = 90_000
const MS_PER_FLOOR = 2000
const FLOORS = { least: 8, most: 28 }
const MOST_PERSONS = 6
const PERSON_KG = 65
/** Doors: open when somebody gets in or out, and how long they take to open or close. */
const OPEN_MS = 8000
const SWING_MS = 2000
/** A car that was idle for that many cells is at the ground floor. */
const IDLE_CELLS = 120

export type CarState = {
  /** From 1 on; with a fraction between two floors. */
  floor: number
  /** 0 closed … 1 open. */
  door: number
  persons: number
  loadKg: number
}

type Car = { seed: number; entity: number }

/** Floors of the building. */
export function floorsOf({ entity }: Pick<Car, 'entity'>): number {
  const { least, most } = FLOORS
  return least + Math.floor(uniform(0, entity, STREAM.floors, 0) * (most - least + 1))
}

/** The car at a moment; `trapped` is the incident that keeps somebody in it. */
export function carAt(car: Car, epochMs: number, trapped?: Incident): CarState {
  if (!trapped) return ridingAt(car, epochMs)
  const then = ridingAt(car, trapped.startMs)
  // It hangs between two floors with the doors closed and somebody in it.
  const floor = Math.min(Math.floor(then.floor), floorsOf(car) - 1) + 0.4
  return { floor, door: 0, ...carrying(Math.max(1, then.persons)) }
}

function ridingAt(car: Car, epochMs: number): CarState {
  const cell = Math.floor(epochMs / CELL_MS)
  const from = floorBefore(car, cell)
  if (!rides(car, cell)) return { floor: from, door: 0, ...carrying(0) }
  const to = targetOf(car, cell)
  const afterMs = epochMs - cell * CELL_MS
  const leavesMs = OPEN_MS + SWING_MS
  const arrivesMs = leavesMs + Math.abs(to - from) * MS_PER_FLOOR
  const share = Math.min(1, Math.max(0, (afterMs - leavesMs) / Math.max(1, arrivesMs - leavesMs)))
  const persons = 1 + (hash32(car.seed, car.entity, STREAM.persons, cell) % MOST_PERSONS)
  return {
    floor: from + (to - from) * share,
    door: Math.max(doorAt(afterMs), doorAt(afterMs - arrivesMs)),
    ...carrying(afterMs >= SWING_MS && afterMs < arrivesMs + OPEN_MS ? persons : 0),
  }
}

/** A door that opens at 0 and closes when the waiting passengers have gone through. */
function doorAt(afterMs: number): number {
  const opening = afterMs / SWING_MS
  const closing = (OPEN_MS + SWING_MS - afterMs) / SWING_MS
  return Math.max(0, Math.min(1, opening, closing))
}

const carrying = (persons: number) => ({ persons, loadKg: persons * PERSON_KG })

/** Busy when people come and go, seldom at night. */
function rides({ seed, entity }: Car, cell: number): boolean {
  const { hour } = toCivil(Math.floor((cell * CELL_MS) / HOUR_MS) * HOUR_MS)
  const chance = hour < 6 ? 0.06 : hour < 10 || (hour >= 17 && hour < 20) ? 0.8 : 0.45
  return uniform(seed, entity, STREAM.ride, cell) < chance
}

function targetOf(car: Car, cell: number): number {
  return 1 + (hash32(car.seed, car.entity, STREAM.target, cell) % floorsOf(car))
}

/** The floor on which the last ride before a cell ended. */
function floorBefore(car: Car, cell: number): number {
  for (let before = cell - 1; before >= cell - IDLE_CELLS; before--) {
    if (rides(car, before)) return targetOf(car, before)
  }
  return 1
}
