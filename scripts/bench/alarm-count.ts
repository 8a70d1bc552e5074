// What consoles hear of alarms, cheap enough to be counted for ten thousand of them in one process: a frame that many
// get is parsed once, and each keeps a reference to what it says.
import { type CursorRange, withoutRange, withRange } from '@backlot/contract/channel/cursor-ranges'
import type { ServerFrame } from '@backlot/contract/channel/frames'

/** What a frame says: kept by every console that got it. */
export type Heard = {
  /** When a batch was made; undefined: another frame. */
  at?: number
  isSubscribed: boolean
  /** Newest alarm at the sign-in. */
  signedInAt?: number
  /** Alarms sent in full as new. */
  ids: readonly number[]
  /** Alarms told as new in counts. */
  counted: number
  cursor: number
  gaps: readonly (CursorRange & { isCounted: boolean })[]
}

/** Frames that are kept to be recognized; a tick has one for each account, and more for consoles that come back. */
const KEPT = 500

export class FrameReader {
  #known = new Map<number, { text: Buffer; heard: Heard }[]>()
  #kept = 0

  /** What a text frame says, by its payload. */
  read(text: Buffer): Heard {
    const alike = this.#known.get(text.length) ?? []
    const known = alike.find((one) => one.text.equals(text))
    if (known) return known.heard
    const heard = heardIn(JSON.parse(text.toString()) as ServerFrame)
    if (this.#kept >= KEPT) {
      this.#known = new Map()
      this.#kept = 0
    }
    this.#kept++
    this.#known.set(text.length, [
      ...(this.#known.get(text.length) ?? []),
      { text: Buffer.from(text), heard },
    ])
    return heard
  }
}

function heardIn(frame: ServerFrame): Heard {
  const heard = { ids: [] as number[], counted: 0, cursor: 0, gaps: [] as Heard['gaps'][number][] }
  if (frame.type === 'loginReply' && frame.code !== 0) throw new Error(frame.msg)
  const messages = frame.type === 'batch' ? frame.messages : []
  for (const message of messages) {
    if (message.type === 'alarm') {
      heard.cursor = Math.max(heard.cursor, message.cursor)
      if (!message.updateOnly) heard.ids.push(...message.list.map(({ id }) => id))
    }
    if (message.type !== 'alarmGap') continue
    const { fromCursor, toCursor, byType, counted } = message
    heard.cursor = Math.max(heard.cursor, toCursor)
    heard.gaps.push({ fromCursor, toCursor, isCounted: counted !== false })
    heard.counted += Object.values(byType).reduce((sum, count) => sum + count, 0)
  }
  return {
    ...heard,
    ...(frame.type === 'batch' ? { at: frame.at } : {}),
    ...(frame.type === 'loginReply' ? { signedInAt: frame.alarmCursor ?? 0 } : {}),
    isSubscribed: frame.type === 'subscribed',
  }
}

/** What one console heard, and where it resumes: as a real one keeps it. */
export class AlarmCount {
  cursor: number | undefined
  gaps: CursorRange[] = []
  #heard: Heard[] = []

  take(heard: Heard): void {
    this.cursor ??= heard.signedInAt
    if (heard.cursor === 0) return
    this.#heard.push(heard)
    this.cursor = Math.max(this.cursor ?? 0, heard.cursor)
    for (const { isCounted, ...range } of heard.gaps)
      this.gaps = isCounted ? withoutRange(this.gaps, range) : withRange(this.gaps, range)
  }

  /** From here on. */
  restart(): void {
    this.#heard = []
  }

  hasAllUpTo(cursor: number): boolean {
    return (this.cursor ?? 0) >= cursor && this.gaps.length === 0
  }

  /** New alarms that it was told of, in full or in a count, and how many came twice in full. */
  total(): { told: number; twice: number } {
    const ids = this.#heard.flatMap(({ ids }) => ids)
    const counted = this.#heard.reduce((sum, one) => sum + one.counted, 0)
    const different = new Set(ids).size
    return { told: different + counted, twice: ids.length - different }
  }
}
