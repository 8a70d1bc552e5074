import type { SessionPort } from '../calls/session-port.ts'
import type { ConsoleSession } from './console-session.ts'
import { encodeMessage } from './frame-codec.ts'
import type { TickEvents } from './tick-events.ts'

/** Tells consoles what has happened to their account or session, and closes those whose session it has ended. */
export function tellAccounts(
  consoles: Iterable<ConsoleSession>,
  sessions: SessionPort,
  notices: TickEvents['notices'],
): void {
  for (const notice of notices) {
    for (const console of consoles) {
      const concerned =
        'userId' in notice ? console.caller.userId === notice.userId : console.sessionId === notice.sessionId
      if (!concerned) continue
      console.sendBatch([encodeMessage({ type: 'account', notice: notice.notice })])
      if (notice.notice === 'permissionChanged') renewRights(console, sessions)
      else console.link.close('kicked', notice.notice)
    }
  }
}

/** Gives a console the rights that its session has now, or closes it with the reason why there is none. */
export function renewRights(console: ConsoleSession, sessions: SessionPort): void {
  const found = sessions.peek(console.sessionId)
  if ('caller' in found) console.renew(found.caller)
  else if (found.reason === 'kickedOut') {
    // The notice may wait for the next tick, in which this console would be gone.
    console.sendBatch([encodeMessage({ type: 'account', notice: found.reason })])
    console.link.close('kicked', found.reason)
  } else console.link.close('signInFirst', found.reason)
}
