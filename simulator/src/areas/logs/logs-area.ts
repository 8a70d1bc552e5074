import type { AnyCall } from '@backlot/contract/call'
import type { DeviceEvent, SystemEvent } from '@backlot/contract/logs/entities'
import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { AnsweredCall } from '../../calls/call-runner.ts'
import type { Route } from '../../calls/route.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Named } from '../../kernel/language.ts'
import type { Store } from '../../store/store.ts'
import { auditEntryOf, targetOfCall } from './audit-entry-of-call.ts'
import type { LogEntry } from './log-entry.ts'
import { createLogQueue } from './log-queue.ts'
import { createLogRoutes } from './log-routes.ts'
import type { AlarmLogPastPort, LoggedDevicesPort, ReadersPort } from './ports.ts'
import { createTargetNames } from './target-names.ts'

/** Days, and rows of a table, that logs are kept. */
const KEPT_MS = 180 * DAY_MS
const KEPT_ROWS = 1_000_000
const PRUNE_MS = 10 * MINUTE_MS
const PRUNE_SLICE = 1000
const NOBODY = { userId: 0, loginName: '', address: '' }

type Told = { level?: LogEntry['level']; address?: string; detail?: Readonly<Record<string, unknown>> }

export type LogsArea = {
  routes: Route[]
  /** A changing call came in: the name of its target before it is changed or removed. */
  came(call: AnyCall, input: { body: unknown; params: unknown }): Named | undefined
  /** A call was answered: actions of users go to the user log, those of the control API to the system log. */
  answered(call: AnsweredCall): void
  system(event: SystemEvent, subject: string, told?: Told): void
  device(event: DeviceEvent, device: { sn: string; groupId: number }, told?: Told): void
  /** Resolves when all earlier entries are stored. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The logs: actions of users, events of the platform and of devices, opened pages. */
export function createLogsArea(deps: {
  store: Store
  log: Logger
  clock: PlatformClock
  host: HostClock
  readers: ReadersPort
  devices: LoggedDevicesPort
  /** Undefined without an archive. */
  past: AlarmLogPastPort | undefined
}): LogsArea {
  const { store, log, clock, host } = deps
  const queue = createLogQueue({ store, host, log })
  const targets = createTargetNames(store, deps.devices)
  const put = (kind: LogEntry['kind'], event: string, subject: string, groupId: number, told: Told) =>
    queue.entry({
      kind,
      atMs: clock.now(),
      level: told.level ?? 0,
      event,
      subject,
      groupId,
      ...NOBODY,
      address: told.address ?? '',
      detail: told.detail ?? {},
    })

  const prune = async () => {
    // Not by a platform clock that was moved ahead: the present would go.
    const beforeMs = Math.min(clock.now(), host.now()) - KEPT_MS
    let gone: number
    do {
      gone = await store.write('logs.prune', { beforeMs, most: KEPT_ROWS, slice: PRUNE_SLICE })
    } while (gone > 0)
  }
  const stops = [
    host.every(PRUNE_MS, () => {
      const dropped = queue.takeDropped()
      if (dropped > 0) put('system', 'dropped', 'logs', 0, { level: 1, detail: { rows: dropped } })
      prune().catch((error: unknown) => log.error({ err: error }, 'old logs could not be removed'))
    }),
    clock.onChange(({ kind, fromMs, toMs }) => {
      if (kind === 'step') return
      const detail = kind === 'jump' ? { kind, fromMs, toMs } : { kind, rate: clock.rate() }
      put('system', 'clock', 'clock', 0, { detail })
    }),
  ]

  return {
    routes: createLogRoutes({ ...deps, queue, targets }),
    came(call, input) {
      if (call.access.kind === 'control') return undefined
      try {
        return targets.inBoth(call.name, targetOfCall(input))
      } catch (error) {
        // A database that cannot be read is for the call itself to find.
        log.debug({ err: error }, 'the target of a call has no name')
        return undefined
      }
    },
    answered(call) {
      if (!call.call.writes) return
      if (call.call.access.kind !== 'control') {
        const nowMs = clock.now()
        // A clock that was moved meanwhile does not matter: the call's own rows have its beginning.
        queue.audit(auditEntryOf(call, Math.min(call.beganMs, nowMs), nowMs))
      } else {
        const level = call.code === 0 ? 0 : 1
        put('system', 'control', call.call.name, 0, {
          level,
          address: call.address,
          detail: { result: call.code },
        })
      }
    },
    system: (event, subject, told = {}) => put('system', event, subject, 0, told),
    device: (event, { sn, groupId }, told = {}) => put('device', event, sn, groupId, told),
    flush: () => queue.flush(),
    async close() {
      for (const stop of stops) stop()
      await queue.close()
    },
  }
}
