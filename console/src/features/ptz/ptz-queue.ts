import { PTZ } from '@backlot/contract/ptz/calls'
import { isUnanswered, PlatformReplyError } from '../../platform/platform-reply-error.ts'

export type PtzCommand = { sn: string; chnId: number; cmd: number; speed: number }

/** Sends a command to the platform. `outlivesPage`: the browser sends it to the end when the page is gone. */
type SendPtz = (command: PtzCommand, outlivesPage: boolean) => Promise<unknown>

/** How often a stop is sent before the platform counts as away. */
const STOP_ATTEMPTS = 4

type Entry = { command: PtzCommand; resolve(): void; reject(error: unknown): void; attempts: number }

/**
 * Sends PTZ commands in order, one at a time for each channel: a stop is never overtaken by the move before it, and a
 * command that `send` tries several times holds back those after it. Moves that were not sent yet are dropped when a
 * newer move or a stop comes; a stop that was not delivered is sent again unless a newer command waits, and once more
 * when the platform is back (`sendOwed`), or at once when the page closes (`leave`): a camera must not turn forever.
 */
export class PtzQueue {
  readonly #send: SendPtz
  readonly #lines = new Map<string, Entry[]>()
  /** Stops that could not be delivered, by channel, until a newer command of the channel is. */
  readonly #owed = new Map<string, PtzCommand>()

  #isLeaving = false

  constructor(send: SendPtz) {
    this.#send = send
  }

  /** Resolves when the command was delivered or dropped; rejects with the error of `send`. */
  push(command: PtzCommand): Promise<void> {
    if (this.#isLeaving) {
      if (command.cmd === PTZ.stop) this.#sendLast(command)
      return Promise.resolve()
    }
    const key = `${command.sn}/${command.chnId}`
    return new Promise((resolve, reject) => {
      const entry: Entry = { command, resolve, reject, attempts: 0 }
      const line = this.#lines.get(key)
      if (!line) {
        const fresh = [entry]
        this.#lines.set(key, fresh)
        void this.#drain(key, fresh)
        return
      }
      // The first of the line is in progress; of the others only stops must still arrive.
      const kept = line.filter((other, at) => at === 0 || (isStop(other) && !isStop(entry)))
      for (const dropped of line) if (!kept.includes(dropped)) dropped.resolve()
      line.splice(0, line.length, ...kept, entry)
    })
  }

  /** Sends the stops that could not be delivered, when the platform is back. Those that fail again stay pending. */
  sendOwed(): void {
    for (const command of [...this.#owed.values()]) this.push(command).catch(() => undefined)
  }

  /**
   * The page closes or is hidden, and may be frozen, and with it its pending requests: each channel gets its stop in a
   * request that outlives the page. Nothing moves any more until `stay`.
   */
  leave(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    for (const [first, ...others] of this.#lines.values()) {
      const stop = { ...first!.command, cmd: PTZ.stop, speed: 0 }
      // Behind a move in progress it also goes the same way: there it cannot overtake the move.
      if (!isStop(first!)) this.#send(stop, false).catch(() => undefined)
      this.#sendLast(stop)
      for (const waiting of others) waiting.resolve()
    }
    for (const line of this.#lines.values()) line.splice(1)
    for (const command of this.#owed.values()) this.#sendLast(command)
  }

  /** The page is back. */
  stay(): void {
    this.#isLeaving = false
  }

  #sendLast(command: PtzCommand): void {
    this.#send(command, true).catch(() => undefined)
  }

  async #drain(key: string, line: Entry[]): Promise<void> {
    for (let entry = line[0]; entry; entry = line[0]) {
      entry.attempts++
      try {
        await this.#send(entry.command, false)
        this.#owed.delete(key)
        entry.resolve()
      } catch (error) {
        if (isStop(entry) && line.length === 1 && entry.attempts < STOP_ATTEMPTS) continue
        if (isStop(entry) && wasNotTaken(error)) this.#owed.set(key, entry.command)
        entry.reject(error)
      }
      line.shift()
    }
    this.#lines.delete(key)
  }
}

/** Whether no platform took it: there was no answer, or one of a proxy or of a server in trouble. */
const wasNotTaken = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof PlatformReplyError && error.httpStatus >= 500)

const isStop = (entry: Entry): boolean => entry.command.cmd === PTZ.stop
