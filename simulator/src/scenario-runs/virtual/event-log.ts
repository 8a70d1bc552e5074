import { toCivil } from '@backlot/contract/time'

/**
 * Events of a run, one JSON object a line, in the order in which they happened: platform time first, then the event.
 * Nothing of the machine is in it.
 */
export type EventLog = {
  /** Adds a line. `fields` keep their order. */
  write(atMs: number, event: string, fields: Readonly<Record<string, unknown>>): void
  /** Adds lines that are still being computed; later lines wait. */
  writeLater(lines: Promise<string>): void
  /** Resolves when everything has been given on. */
  settled(): Promise<void>
}

/** Lines that may wait for earlier ones before the run waits for them. */
const WAITING_MAX = 64

export function createEventLog(
  zoneMinutes: number,
  sink: (text: string) => void,
): EventLog & { isBehind(): boolean } {
  let queue: (string | Promise<string>)[] = []
  let giving: Promise<void> | undefined
  let later = 0

  const give = async () => {
    while (queue.length > 0) {
      const batch = queue
      queue = []
      for (const part of batch) {
        if (typeof part === 'string') sink(part)
        else {
          sink(await part)
          later--
        }
      }
    }
    giving = undefined
  }
  const add = (part: string | Promise<string>) => {
    if (giving === undefined && typeof part === 'string') return sink(part)
    queue.push(part)
    giving ??= give()
  }
  return {
    write: (atMs, event, fields) => add(`${eventLine(zoneMinutes, atMs, event, fields)}\n`),
    writeLater(lines) {
      later++
      add(lines)
    },
    async settled() {
      while (giving) await giving
    },
    isBehind: () => later > WAITING_MAX,
  }
}

/** One line: {"at":"2026-11-20 08:00:00.000","event":…}. */
export function eventLine(
  zoneMinutes: number,
  atMs: number,
  event: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ at: momentText(atMs, zoneMinutes), event, ...fields })
}

function momentText(atMs: number, zoneMinutes: number): string {
  const { year, month, day, hour, minute, second, millisecond } = toCivil(Math.floor(atMs), zoneMinutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}.${String(millisecond).padStart(3, '0')}`
}
