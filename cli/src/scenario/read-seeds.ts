import { UserError } from '../user-error.ts'

const SEED_MAX = 4_294_967_295
/** Runs of one sweep. */
const SEEDS_MOST = 100_000

/** Reads `1..1000`, `3,17,99` or both, with commas. Throws a UserError. */
export function readSeeds(text: string): number[] {
  const wrong = (why: string) => new UserError(`--seeds ${text}: ${why}.`)
  const seeds = new Set<number>()
  for (const part of text.split(',')) {
    const [from = '', to = from, more] = part.trim().split('..')
    if (more !== undefined || ![from, to].every((number) => /^\d{1,10}$/.test(number)))
      throw wrong("write '1..1000', or seeds with commas")
    const [first, last] = [Number(from), Number(to)]
    if (last > SEED_MAX || first > SEED_MAX) throw wrong(`seeds are whole numbers from 0 to ${SEED_MAX}`)
    if (last < first) throw wrong(`${first}..${last} ends before it begins`)
    if (seeds.size + last - first >= SEEDS_MOST) throw wrong(`at most ${SEEDS_MOST} seeds`)
    for (let seed = first; seed <= last; seed++) seeds.add(seed)
  }
  return [...seeds]
}
