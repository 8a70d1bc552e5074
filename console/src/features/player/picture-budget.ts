import type { FrameCounts } from './decode-budget.ts'

/** Players are looked at this often. */
export const LOOK_EVERY_MS = 1_000
/** Looks further apart than this do not count: the page was hidden, or the machine slept. */
const LOOK_LOST_MS = 5 * LOOK_EVERY_MS
/** The last looks that count. One hitch of the page falls into two of them at most. */
const LOOKS_JUDGED = 4
const LOOKS_WITH_DROPS = 3
/**
 * More than this part dropped is more than this computer can do: motion begins to stumble. Less is let be, since windows
 * of key frames alone cost an operator more than that. At most twice as much is dropped in the long run.
 */
export const DROPPED_MOST = 0.05
/** Looks after a step down that do not count: data received before it are still being decoded. */
const SETTLING_LOOKS = 1
/** A step down takes four times the dropped share, and at least this share of the candidates. */
const STEP_DOWN_LEAST = 0.25
const STEP_DOWN_FACTOR = 4
/** A step up gives back this part; half as much after each one that failed. */
const STEP_UP_PART = 0.5
/** Time without overload before a step up; twice as long after each one that failed, up to the longest. */
export const CALM_MS = 10_000
export const CALM_LONGEST_MS = 320_000
/** A step up has failed when a step down comes so soon after it. */
const RELAPSE_MS = 120_000
/**
 * After this time since the last step down each step up that held halves the time before the next one, and overload is
 * new where all pictures were back.
 */
const FORGIVEN_MS = 300_000

/** State of a player for the budget. */
export type BudgetPlayer = {
  /** Frames so far; undefined while they do not reflect this computer: out of sight, starting, thinned. */
  counts: FrameCounts | undefined
  /** Its operator wants all its pictures: selected, maximised, recorded, heard. */
  attended: boolean
  /** Plays, or shows key frames only already, and these come often enough. */
  canThin: boolean
  /** False behind a maximised window. */
  inSight: boolean
  streamType: 'main' | 'sub'
  /** Size of a picture. */
  pixels: number
}

type BudgetOrder<Key> = {
  /** Players that show key frames only, until the next order. */
  thinned: ReadonlySet<Key>
  /** Players that switch to the sub-stream now. */
  demoted: readonly Key[]
}

/**
 * Shares one computer among all players of a page. Before an operator notices dropped frames, players that nobody
 * attends to take a step down, some at a time: from the main stream to the sub-stream, from there to key frames only;
 * those out of sight first, then large pictures, then the newest player. After a calm time some come back. A player
 * that is attended to shows all pictures at once, and another one takes its turn. Pure; the owner passes looks and
 * time.
 */
export class PictureBudget<Key> {
  readonly #thinned = new Set<Key>()
  /** Number of players that show key frames only, as far as there are so many. */
  #quota = 0
  #counts = new Map<Key, FrameCounts>()
  #looks: FrameCounts[] = []
  #settling = 0
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #calmSinceMs = 0
  #calmMs = CALM_MS
  #upPart = STEP_UP_PART
  #upAtMs = Number.NEGATIVE_INFINITY
  #upCount = 0
  #downAtMs = Number.NEGATIVE_INFINITY
  /** Steps down since the last calm look. */
  #steps = 0

  /** Takes a look at the page's players, the oldest first. Call it every `LOOK_EVERY_MS` while the page is visible. */
  look(nowMs: number, players: ReadonlyMap<Key, BudgetPlayer>): BudgetOrder<Key> {
    this.#follow(players)
    const look = this.#frames(players)
    if (nowMs - this.#lookedAtMs > LOOK_LOST_MS) {
      this.#looks = []
      this.#calmSinceMs = nowMs
    } else if (this.#settling > 0) this.#settling -= 1
    else this.#looks = [...this.#looks, look].slice(-LOOKS_JUDGED)
    this.#lookedAtMs = nowMs

    const dropped = droppedPart(this.#looks)
    if (dropped > DROPPED_MOST) {
      this.#calmSinceMs = nowMs
      return { thinned: this.#thinned, demoted: this.#stepDown(nowMs, players, dropped) }
    }
    if (this.#looks.length >= LOOKS_WITH_DROPS) this.#steps = 0
    if (this.#quota > 0 && nowMs - this.#calmSinceMs >= this.#calmMs) this.#stepUp(nowMs)
    return { thinned: this.#thinned, demoted: [] }
  }

  /** Keeps to the players that are there: whom one attends to shows all, and another one takes its turn. */
  #follow(players: ReadonlyMap<Key, BudgetPlayer>): void {
    for (const key of [...this.#thinned]) {
      const player = players.get(key)
      if (player?.canThin && !player.attended) continue
      this.#thinned.delete(key)
      // One that ended takes its load along.
      if (!player) this.#quota -= 1
    }
    const candidates = this.#candidates(players)
    const missing = Math.min(this.#quota - this.#thinned.size, candidates.length)
    for (const [key] of candidates.slice(0, missing)) this.#thinned.add(key)
    this.#quota = this.#thinned.size
  }

  /** Players that can take a step down, in their order. */
  #candidates(players: ReadonlyMap<Key, BudgetPlayer>): [Key, BudgetPlayer][] {
    return [...players]
      .filter(([key, { attended, canThin }]) => canThin && !attended && !this.#thinned.has(key))
      .reverse()
      .sort(([, a], [, b]) => rank(b) - rank(a))
  }

  /** Frames since the look before, of the players that count in both. */
  #frames(players: ReadonlyMap<Key, BudgetPlayer>): FrameCounts {
    const before = this.#counts
    const sum = { total: 0, dropped: 0 }
    this.#counts = new Map()
    for (const [key, { counts }] of players) {
      if (!counts) continue
      this.#counts.set(key, counts)
      const last = before.get(key)
      // A smaller count is that of a new player in the same place.
      if (!last || counts.total < last.total || counts.dropped < last.dropped) continue
      sum.total += counts.total - last.total
      sum.dropped += counts.dropped - last.dropped
    }
    return sum
  }

  #stepDown(nowMs: number, players: ReadonlyMap<Key, BudgetPlayer>, dropped: number): Key[] {
    const candidates = this.#candidates(players)
    if (candidates.length === 0) return []
    const hasFailed = this.#upAtMs > this.#downAtMs && nowMs - this.#upAtMs < RELAPSE_MS
    if (hasFailed) {
      this.#calmMs = Math.min(this.#calmMs * 2, CALM_LONGEST_MS)
      this.#upPart /= 2
    } else if (this.#quota === 0 && nowMs - this.#downAtMs >= FORGIVEN_MS) {
      this.#calmMs = CALM_MS
      this.#upPart = STEP_UP_PART
    }
    this.#downAtMs = nowMs
    const part = Math.max(STEP_DOWN_LEAST * 2 ** this.#steps, STEP_DOWN_FACTOR * dropped)
    // The number before the step up was right.
    const count = hasFailed ? this.#upCount : Math.ceil(candidates.length * Math.min(part, 1))
    const taken = candidates.slice(0, count)
    this.#steps += 1
    this.#looks = []
    this.#settling = SETTLING_LOOKS
    const demoted: Key[] = []
    for (const [key, { streamType }] of taken) {
      if (streamType === 'main') demoted.push(key)
      else this.#thinned.add(key)
    }
    this.#quota = this.#thinned.size
    return demoted
  }

  #stepUp(nowMs: number): void {
    // The step up before this one has held.
    if (this.#upAtMs > this.#downAtMs && nowMs - this.#downAtMs >= FORGIVEN_MS) {
      this.#calmMs = Math.max(this.#calmMs / 2, CALM_MS)
      this.#upPart = Math.min(this.#upPart * 2, STEP_UP_PART)
    }
    const back = [...this.#thinned].slice(-Math.max(1, Math.ceil(this.#quota * this.#upPart)))
    for (const key of back) this.#thinned.delete(key)
    this.#upCount = back.length
    this.#quota = this.#thinned.size
    this.#upAtMs = nowMs
    this.#calmSinceMs = nowMs
    this.#looks = []
  }
}

/** Rank by cost of decoding and drawing, highest first; a main stream ranks before a sub-stream. */
function rank({ inSight, streamType, pixels }: BudgetPlayer): number {
  return (inSight ? 0 : 2e9) + (streamType === 'main' ? 1e9 : 0) + pixels
}

/** The part of frames that was dropped over some looks; 0 when they are too few or it was a hitch. */
function droppedPart(looks: readonly FrameCounts[]): number {
  if (looks.filter(({ dropped }) => dropped > 0).length < LOOKS_WITH_DROPS) return 0
  const total = looks.reduce((sum, look) => sum + look.total, 0)
  return total === 0 ? 0 : looks.reduce((sum, look) => sum + look.dropped, 0) / total
}
