import { type CursorRange, withoutRange, withRange } from '@backlot/contract/channel/cursor-ranges'
import { ALARM_GAPS_MAX, type ChannelMessage, type ClientFrame } from '@backlot/contract/channel/frames'

type Login = Extract<ClientFrame, { type: 'login' }>

/**
 * Where the alarms continue after a cut: the newest cursor seen, and the gaps that were announced and not counted yet.
 */
export class ResumePoint {
  #cursor: number | undefined
  #gaps: CursorRange[] = []

  get cursor(): number | undefined {
    return this.#cursor
  }

  /** Fields for the next login. */
  get loginFields(): Pick<Login, 'alarmCursor' | 'alarmGaps'> {
    return {
      ...(this.#cursor === undefined ? {} : { alarmCursor: this.#cursor }),
      ...(this.#gaps.length === 0 ? {} : { alarmGaps: this.#gaps }),
    }
  }

  /** The platform answered the sign-in with its newest cursor, where it has cursors. */
  signedIn(newestCursor: number | undefined): void {
    if (newestCursor === undefined) return
    // An older one is of another database: earlier cursors do not count there.
    const isOther = this.#cursor !== undefined && newestCursor < this.#cursor
    if (this.#cursor !== undefined && !isOther) return
    this.#cursor = newestCursor
    this.#gaps = []
  }

  /** Takes a message in. Answers whether it is new: an announced gap is not, its counts come later. */
  take(message: ChannelMessage): boolean {
    if (message.type === 'alarm') this.#raise(message.cursor)
    if (message.type !== 'alarmGap') return true
    this.#raise(message.toCursor)
    const isCounted = message.counted !== false
    this.#gaps = isCounted ? withoutRange(this.#gaps, message) : withRange(this.#gaps, message)
    while (this.#gaps.length > ALARM_GAPS_MAX) {
      const [{ fromCursor }, { toCursor }] = this.#gaps as [CursorRange, CursorRange]
      this.#gaps = withRange(this.#gaps, { fromCursor, toCursor })
    }
    return isCounted
  }

  forget(): void {
    this.#cursor = undefined
    this.#gaps = []
  }

  #raise(cursor: number): void {
    this.#cursor = Math.max(this.#cursor ?? 0, cursor)
  }
}
