import { uniform } from '../hash.ts'

/** Successive draws from one hashed stream: the city is built once, so draws in sequence are harmless here. */
export type Dice = {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [from, to). */
  between(from: number, to: number): number
  /** Integer in [0, count). */
  index(count: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

export function createDice(seed: number, entity: number, stream: number): Dice {
  let index = 0
  const next = () => uniform(seed, entity, stream, index++)
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    index: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
  }
}
