import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Caller } from '../../calls/route.ts'
import type { SessionFinding, SessionPort } from '../../calls/session-port.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { isStorageError } from '../../kernel/storage-error.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import { createRetryingWrites } from '../../store/retrying-writes.ts'
import type { Store } from '../../store/store.ts'
import type { Actor } from '../shared/audit.ts'
import type { AccountsPort } from './ports.ts'
import { KEEP_ENDED_MS, sessions } from './tables.ts'
import type { EndReason } from './writes.ts'

type Session = {
  idHash: string
  /** Known from the sign-in or from the first request after a restart. */
  id: string | undefined
  userId: number
  lastSeenMs: number
  seenChanged: boolean
  endReason: EndReason | undefined
  endedMs: number | undefined
  caller: Caller | undefined
  /** Version of the accounts that `caller` was made of. */
  callerVersion: number
}

/** Interval at which session activity is stored and idle ones are ended. */
const SWEEP_MS = 30_000

export type SessionEnd = { sessionId: string | undefined; userId: number; reason: EndReason }

/**
 * Open sessions in memory, written through to the store (by a hash of their id), so that a restart keeps them.
 * `idleMs` of host time without a request ends a session; 0 never does.
 */
export class SessionRepository implements SessionPort {
  readonly #store: Store
  readonly #clock: HostClock
  readonly #accounts: AccountsPort
  readonly #idleMs: number
  readonly #log: Logger
  readonly #byId = new Map<string, Session>()
  readonly #byHash = new Map<string, Session>()
  readonly #listeners = new Set<(end: SessionEnd) => void>()
  readonly #stopSweep: () => void
  readonly #laterEnds: ReturnType<typeof createRetryingWrites>

  constructor(store: Store, clock: HostClock, accounts: AccountsPort, idleMs: number, log: Logger) {
    this.#store = store
    this.#clock = clock
    this.#accounts = accounts
    this.#idleMs = idleMs
    this.#log = log
    this.#laterEnds = createRetryingWrites(clock, (error) =>
      log.error({ err: error }, 'the end of a session could not be stored'),
    )
    const nowMs = clock.now()
    for (const row of queryBuilder(store.read).select().from(sessions).all()) {
      this.#byHash.set(row.idHash, {
        idHash: row.idHash,
        id: undefined,
        userId: row.userId,
        // No later than now: the machine's clock may have been ahead when it was stored.
        lastSeenMs: Math.min(row.lastSeenMs, nowMs),
        seenChanged: false,
        endReason: row.endReason ?? undefined,
        endedMs: row.endedMs === null ? undefined : Math.min(row.endedMs, nowMs),
        caller: undefined,
        callerVersion: -1,
      })
    }
    this.#stopSweep = clock.every(SWEEP_MS, () => {
      this.#sweep()
    })
  }

  /** Opens a session and answers its id: 256 random bits, never seeded. */
  async open(userId: number, address: string, actor: Actor): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    const idHash = hashOf(id)
    const nowMs = this.#clock.now()
    await this.#store.write('session.open', { idHash, userId, address, nowMs, actor })
    const session: Session = {
      idHash,
      id,
      userId,
      lastSeenMs: nowMs,
      seenChanged: false,
      endReason: undefined,
      endedMs: undefined,
      caller: undefined,
      callerVersion: -1,
    }
    this.#byId.set(id, session)
    this.#byHash.set(idHash, session)
    return id
  }

  find(sessionId: string): SessionFinding {
    return this.#look(sessionId, true)
  }

  peek(sessionId: string): SessionFinding {
    return this.#look(sessionId, false)
  }

  /** Ends one session; answers whether it was open. Memory at once, the store soon. */
  async end(sessionId: string, reason: EndReason, actor?: Actor): Promise<boolean> {
    const session = this.#session(sessionId)
    if (!session || session.endReason) return false
    await this.#end([session], reason, actor)
    return true
  }

  /** Ends every open session of an account except `exceptId`. */
  async endAll(userId: number, reason: EndReason, exceptId?: string): Promise<SessionEnd[]> {
    const open = [...this.#byHash.values()].filter(
      (session) => session.userId === userId && !session.endReason && session.id !== exceptId,
    )
    return this.#end(open, reason)
  }

  /** Ids of the open sessions of an account, as far as they are known (a restart forgets ids until they are used). */
  openIds(userId: number): string[] {
    return [...this.#byHash.values()].flatMap(({ id, userId: owner, endReason }) =>
      owner === userId && !endReason && id !== undefined ? [id] : [],
    )
  }

  /**
   * Sessions that are signed in, of everybody or of one account: neither ended nor past their end, which idle ones are
   * before the sweep finds them.
   */
  count(userId?: number): number {
    const nowMs = this.#clock.now()
    let open = 0
    for (const session of this.#byHash.values()) {
      if (userId !== undefined && session.userId !== userId) continue
      if (!session.endReason && !this.#isIdle(session, nowMs)) open++
    }
    return open
  }

  /** Calls back when a session has ended, for whatever reason. */
  onEnd(listener: (end: SessionEnd) => void): void {
    this.#listeners.add(listener)
  }

  /** Stops the sweep and stores the last activity. */
  async close(): Promise<void> {
    this.#stopSweep()
    await this.#keepSeen()
  }

  #session(sessionId: string): Session | undefined {
    const known = this.#byId.get(sessionId)
    if (known) return known
    const session = this.#byHash.get(hashOf(sessionId))
    if (session) {
      session.id = sessionId
      this.#byId.set(sessionId, session)
    }
    return session
  }

  #isIdle({ lastSeenMs }: Session, nowMs: number): boolean {
    return this.#idleMs > 0 && nowMs - lastSeenMs > this.#idleMs
  }

  #look(sessionId: string, counts: boolean): SessionFinding {
    const session = this.#session(sessionId)
    if (!session) return { reason: 'unknown' }
    if (session.endReason) return { reason: session.endReason }
    const nowMs = this.#clock.now()
    if (this.#isIdle(session, nowMs)) {
      this.#endInBackground([session], 'expired')
      return { reason: 'expired' }
    }
    if (counts) {
      session.lastSeenMs = nowMs
      session.seenChanged = true
    }
    const version = this.#accounts.version()
    if (!session.caller || session.callerVersion !== version) {
      session.caller = this.#callerOf(sessionId, session.userId)
      session.callerVersion = version
    }
    if (!session.caller) {
      this.#endInBackground([session], 'kickedOut')
      return { reason: 'kickedOut' }
    }
    return { caller: session.caller }
  }

  #callerOf(sessionId: string, userId: number): Caller | undefined {
    const account = this.#accounts.byId(userId)
    if (!account || account.locked) return undefined
    return {
      sessionId,
      userId,
      loginName: account.loginName,
      name: account.name,
      type: account.type,
      firstProcess: account.firstProcess,
      mustChangePassword: account.oneTimeUntilMs !== null,
      permission: new Set(account.permission),
      systemFunction: account.systemFunction,
      scope: { rootGroupIds: [account.nodeId] },
      language: 'zh',
    }
  }

  async #end(sessions: readonly Session[], reason: EndReason, actor?: Actor): Promise<SessionEnd[]> {
    if (sessions.length === 0) return []
    const ends = sessions.map((session) => {
      session.endReason = reason
      session.endedMs = this.#clock.now()
      session.caller = undefined
      return { sessionId: session.id, userId: session.userId, reason }
    })
    for (const end of ends) for (const listener of this.#listeners) listener(end)
    const idHashes = sessions.map(({ idHash }) => idHash)
    const nowMs = this.#clock.now()
    const end = () => this.#store.write('session.end', { idHashes, reason, nowMs, actor })
    await end().catch((error: unknown) => {
      if (!isStorageError(error)) throw error
      // They have ended for everybody; the store hears of it when there is room.
      this.#laterEnds.add(end)
    })
    return ends
  }

  /** Ends sessions whose end nobody waits for: memory knows at once. */
  #endInBackground(sessions: readonly Session[], reason: EndReason): void {
    this.#end(sessions, reason).catch((error: unknown) =>
      this.#log.error({ err: error }, 'the end of a session could not be stored'),
    )
  }

  #sweep(): void {
    const nowMs = this.#clock.now()
    const idle = [...this.#byHash.values()].filter(
      (session) => !session.endReason && this.#isIdle(session, nowMs),
    )
    if (idle.length > 0) this.#endInBackground(idle, 'expired')
    this.#forgetEnded(nowMs)
    this.#keepSeen().catch((error: unknown) =>
      this.#log.error({ err: error }, 'the last use of sessions could not be stored'),
    )
  }

  /**
   * Ended sessions are answered with the reason for a while (stated code 20011), then they are unknown, in memory as in
   * the store.
   */
  #forgetEnded(nowMs: number): void {
    for (const [idHash, { id, endedMs }] of this.#byHash) {
      if (endedMs === undefined || nowMs - endedMs <= KEEP_ENDED_MS) continue
      this.#byHash.delete(idHash)
      if (id !== undefined) this.#byId.delete(id)
    }
  }

  async #keepSeen(): Promise<void> {
    const seen: [string, number][] = []
    for (const session of this.#byHash.values()) {
      if (!session.seenChanged || session.endReason) continue
      session.seenChanged = false
      seen.push([session.idHash, session.lastSeenMs])
    }
    if (seen.length > 0) await this.#store.write('session.touch', { seen })
  }
}

function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex')
}
