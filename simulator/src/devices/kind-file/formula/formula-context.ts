/** Everything that a formula of a kind file can look at: one device in the world, at one moment. */
import type { Surroundings } from '../../../world/air/surroundings.ts'
import type { IncidentKind, Quantity, SkyState } from '../../../world/types.ts'

export type FormulaContext = {
  seed: number
  entity: number
  epochMs: number
  sky: SkyState
  around: Surroundings
  /** Stagnation of the region's air, 0 clean … 1 smog. */
  haze: number
  /** How busy the roads are, and how busy worksites and factories are, 0 … 1. */
  traffic: number
  work: number
  /** Strength of incidents of a kind here and now, 0 … 1. */
  incident(kind: IncidentKind): number
  /** Reading of a perfect sensor of one of the world's quantities here. */
  measured(quantity: Quantity): number
  /** The same device some time ago. */
  before(ms: number): FormulaContext
  /** What the device remembers; in a step of its memory, what it remembered before. */
  remembered(memory: KindMemory): MemoryState
  /** A setting of the device; undefined when nobody has set it. */
  setting(name: string): number | undefined
}

/** States of machines, since when they hold (epoch milliseconds), and remembered values. */
export type MemoryState = readonly number[]

/** What devices of a kind remember: a fold over the days before a moment (world/air/day-fold.ts). */
export type KindMemory = {
  stepMs: number
  windowDays: number
  initial(startMs: number): MemoryState
  /** The state at the end of a step that begins at the context's moment. */
  step(context: FormulaContext): MemoryState
}

export type Formula = (context: FormulaContext) => number
