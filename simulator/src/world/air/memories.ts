/** What devices of kind files remember at a moment: folds over the days before it, in steps that many of them share. */

import { HOUR_MS } from '@backlot/contract/time'
import type { Interventions } from '../interventions.ts'
import type { Newcomers } from '../newcomers.ts'
import type { SkyWithWeather } from '../sky/create-sky.ts'
import { flowOfDay } from '../traffic/flow-of-day.ts'
import type {
  DeviceSettings,
  FormulaContext,
  IncidentKind,
  KindMemory,
  MemoryState,
  Quantity,
  SkyState,
  Surroundings,
} from '../types.ts'
import { type DayFold, foldAt, forgetFrom } from './day-fold.ts'
import { workOfDay } from './work-of-day.ts'

const DEVICES_KEPT = 5000
const OPENINGS_KEPT = 400
const SKIES_KEPT = 20_000

export const NO_SETTINGS: DeviceSettings = { changes: 0, at: () => undefined }

type Place = { x: number; y: number; entity: number; settings: DeviceSettings }
type Kept = Omit<Place, 'entity' | 'settings'> & {
  changes: number
  days: Map<number, MemoryState | undefined>
  /** The last state that somebody asked for: moments in order cost the steps between them. */
  last?: { atMs: number; state: MemoryState }
}

export type Memories = {
  at(memory: KindMemory, place: Place, epochMs: number): MemoryState
  /** A context whose parts are looked up when they are asked for: many conditions need few. */
  contextAt(
    place: Place,
    epochMs: number,
    whole: () => Pick<FormulaContext, 'incident' | 'measured' | 'before'>,
  ): FormulaContext
}

const NOTHING: MemoryState = []

export function createMemories({
  seed,
  sky,
  surroundingsOf,
  interventions,
  newcomers,
}: {
  seed: number
  sky: SkyWithWeather
  surroundingsOf(x: number, y: number): Surroundings
  interventions: Interventions
  newcomers: Newcomers
}): Memories {
  const kept = new Map<KindMemory, Map<number, Kept>>()
  /** The sky at steps, which all devices share. */
  const skies = new Map<number, { state: SkyState; haze: number }>()
  const forget = (fromMs: number) => {
    forgetFrom(skies, fromMs)
    for (const devices of kept.values()) {
      for (const device of devices.values()) {
        forgetFrom(device.days, fromMs)
        if (device.last && device.last.atMs >= fromMs) delete device.last
      }
    }
  }
  interventions.onChange(forget)
  newcomers.onChange(forget)

  function skyAt(epochMs: number) {
    let known = skies.get(epochMs)
    if (!known) {
      if (skies.size >= SKIES_KEPT) skies.clear()
      known = { state: sky.at(epochMs), haze: sky.hazeAt(epochMs) }
      skies.set(epochMs, known)
    }
    return known
  }

  /** What a step looks at: sky, city and surroundings alone. Days of steps are made of these, so they are small. */
  class StepContext implements FormulaContext {
    readonly seed = seed
    readonly #place: Place
    readonly #state: MemoryState
    readonly epochMs: number
    constructor(place: Place, epochMs: number, state: MemoryState) {
      this.#place = place
      this.epochMs = epochMs
      this.#state = state
    }
    get entity() {
      return this.#place.entity
    }
    get sky() {
      return skyAt(this.epochMs).state
    }
    get around() {
      return surroundingsOf(this.#place.x, this.#place.y)
    }
    get haze() {
      return skyAt(this.epochMs).haze
    }
    get traffic() {
      return flowOfDay(this.epochMs)
    }
    get work() {
      return workOfDay(this.epochMs)
    }
    incident(_kind: IncidentKind) {
      return 0
    }
    measured(_quantity: Quantity) {
      return 0
    }
    before(ms: number): FormulaContext {
      return new StepContext(this.#place, this.epochMs - ms, this.#state)
    }
    remembered(_memory: KindMemory): MemoryState {
      return this.#state
    }
    setting(name: string) {
      return this.#place.settings.at(name, this.epochMs)
    }
  }

  /** What a condition looks at: the rest of the world too, when it asks. */
  class PresentContext extends StepContext {
    readonly #whole: () => Pick<FormulaContext, 'incident' | 'measured' | 'before'>
    readonly #site: Place
    constructor(
      place: Place,
      epochMs: number,
      whole: () => Pick<FormulaContext, 'incident' | 'measured' | 'before'>,
    ) {
      super(place, epochMs, NOTHING)
      this.#site = place
      this.#whole = whole
    }
    override incident(kind: IncidentKind) {
      return this.#whole().incident(kind)
    }
    override measured(quantity: Quantity) {
      return this.#whole().measured(quantity)
    }
    override before(ms: number): FormulaContext {
      return this.#whole().before(ms)
    }
    override remembered(memory: KindMemory) {
      return stateAt(memory, this.#site, this.epochMs)
    }
  }

  function keptOf(memory: KindMemory, { x, y, entity, settings }: Place): Kept {
    const devices = kept.get(memory) ?? new Map<number, Kept>()
    kept.set(memory, devices)
    let device = devices.get(entity)
    if (!device || device.x !== x || device.y !== y || device.changes !== settings.changes) {
      if (devices.size >= DEVICES_KEPT) devices.clear()
      device = { x, y, changes: settings.changes, days: new Map() }
      devices.set(entity, device)
    }
    if (device.days.size > OPENINGS_KEPT) device.days.clear()
    return device
  }

  function stateAt(memory: KindMemory, place: Place, epochMs: number): MemoryState {
    const device = keptOf(memory, place)
    // Between steps nothing changes.
    const gridMs = epochMs - (((epochMs % memory.stepMs) + memory.stepMs) % memory.stepMs)
    const step = (state: MemoryState, fromMs: number) => memory.step(new StepContext(place, fromMs, state))
    const { last } = device
    let state: MemoryState
    if (last && last.atMs <= gridMs && Math.floor(last.atMs / HOUR_MS) === Math.floor(gridMs / HOUR_MS)) {
      state = last.state
      for (let atMs = last.atMs; atMs < gridMs; atMs += memory.stepMs) state = step(state, atMs)
    } else {
      const fold: DayFold<MemoryState | undefined> = {
        stepMs: memory.stepMs,
        windowDays: memory.windowDays,
        initial: undefined,
        step: (before, fromMs) => step(before ?? memory.initial(fromMs), fromMs),
      }
      state = foldAt(fold, gridMs, device.days) ?? memory.initial(gridMs)
    }
    device.last = { atMs: gridMs, state }
    return state
  }

  return { at: stateAt, contextAt: (place, epochMs, whole) => new PresentContext(place, epochMs, whole) }
}
