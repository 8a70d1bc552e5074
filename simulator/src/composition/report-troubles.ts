import type { DatabaseTrouble, PlatformTrouble } from '@backlot/contract/troubles'
import type { Logger } from 'pino'
import { message } from '../kernel/messages.ts'
import type { PlatformTroubles } from '../kernel/platform-troubles.ts'

/**
 * Writes problems into the program's log, from where they reach the platform's own. Answers the listener of the
 * database; its file is named, since readers of the log are at the machine.
 */
export function reportTroubles(
  troubles: PlatformTroubles,
  log: Logger,
): (file: string, trouble: DatabaseTrouble | undefined, cause?: unknown) => void {
  troubles.onChange((change) => {
    if ('over' in change) log.warn(`trouble has ended: ${change.over}`)
    else if (isOfClock(change.began)) log.warn(clockText(change.began))
  })
  return (file, trouble, cause) => {
    if (trouble) {
      const reason = cause instanceof Error ? ` (${cause.message})` : ''
      log.error(`${message(trouble, 'en')} File: ${file}${reason}`)
    }
    troubles.database(trouble)
  }
}

const isOfClock = ({ kind }: PlatformTrouble) => !kind.startsWith('database')

function clockText({ kind, byMs = 0 }: PlatformTrouble): string {
  const by = `${Math.round(Math.abs(byMs) / 1000)} s`
  switch (kind) {
    case 'machineSlept':
      return `The machine was suspended for ${by}: the clock of the platform has jumped over it.`
    case 'clockBehind':
      return `The clock of this machine is ${by} behind the time when the platform last ran: what lies after the present is hidden until its time comes. If the clock is wrong, set it and start again.`
    default:
      return `The clock of this machine was set and is ${by} ${byMs > 0 ? 'ahead of' : 'behind'} the platform's, which goes on as before. The next start takes the time of the machine.`
  }
}
