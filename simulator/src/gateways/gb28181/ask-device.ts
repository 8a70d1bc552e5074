/** What a device is asked after it registered: who it is, which channels it has, and to tell of changes. */
import type { CatalogItem } from '../../wire/gb28181/catalog-shapes.ts'
import { PageCollector } from '../../wire/gb28181/list-pages.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { channelsAfter } from './gb-channels.ts'
import type { GbSession } from './gb-session.ts'
import { type GbSubscription, subscribe } from './gb-subscription.ts'

export type GbAsker = {
  /** A device has registered, or has restarted and registered anew. */
  registered(session: GbSession): void
  /** A keepalive came: what was not answered is asked again, and what was lost is subscribed to again. */
  heard(session: GbSession): void
}

/** Priorities 0: all of them (A.2.4.6). */
const ALL_ALARMS = { startAlarmPriority: 0, endAlarmPriority: 0, alarmMethod: '0' } as const

export function createGbAsker(context: GbContext): GbAsker {
  const { queries, records, hostClock, log } = context
  /** Catalogs in transfer; thousands of devices that register at a time take turns. */
  let busy = 0
  const waiting = new Set<GbSession>()
  const subscriptions = new WeakMap<GbSession, readonly GbSubscription[]>()

  const askInfo = async (session: GbSession): Promise<void> => {
    await queries.ask(session, { kind: 'deviceInfoQuery', deviceId: session.sn }, (answer) => {
      if (answer.kind !== 'deviceInfo') return false
      const { deviceName, manufacturer, model, firmware } = answer
      const before = records.find(session.sn) ?? { channels: [] }
      records.keep(session.sn, {
        ...before,
        ...(deviceName ? { name: deviceName.slice(0, 64) } : {}),
        ...(manufacturer ? { maker: manufacturer.slice(0, 64) } : {}),
        ...(model ? { model: model.slice(0, 64) } : {}),
        ...(firmware ? { firmware: firmware.slice(0, 64) } : {}),
      })
      return true
    })
  }

  const askCatalog = async (session: GbSession): Promise<void> => {
    const pages = new PageCollector<CatalogItem>(({ deviceId }) => deviceId, GB_LIMITS.catalogItems)
    const isWhole = await queries.ask(session, { kind: 'catalogQuery', deviceId: session.sn }, (answer) =>
      answer.kind === 'catalogResponse'
        ? pages.add({ sumNum: answer.sumNum ?? 0, items: answer.items ?? [] })
        : false,
    )
    if (session.isOver) return
    session.catalog = isWhole ? 'whole' : 'none'
    if (!isWhole && pages.items.length === 0) return
    const before = records.find(session.sn) ?? { channels: [] }
    const { channels, dropped } = channelsAfter(before.channels, pages.items, { isWhole })
    if (dropped > 0) log.warn({ sn: session.sn, dropped }, 'a device has more channels than can be shown')
    records.keep(session.sn, { ...before, channels })
  }

  const next = (): void => {
    for (const session of waiting) {
      if (busy >= GB_LIMITS.listsAtOnce) return
      waiting.delete(session)
      if (session.isOver) continue
      busy++
      void Promise.all([askInfo(session), askCatalog(session)]).finally(() => {
        busy--
        next()
      })
    }
  }
  const ask = (session: GbSession): void => {
    session.catalog = 'asking'
    session.catalogAskedMs = hostClock.now()
    waiting.add(session)
    next()
  }

  return {
    registered(session) {
      for (const one of subscriptions.get(session) ?? []) one.end()
      ask(session)
      const { sn } = session
      const intervalS = GB_LIMITS.positionIntervalS
      subscriptions.set(session, [
        subscribe(context, session, 'Catalog', { kind: 'catalogQuery', deviceId: sn }),
        subscribe(context, session, 'presence', { kind: 'alarmQuery', deviceId: sn, ...ALL_ALARMS }),
        subscribe(context, session, 'presence', { kind: 'positionQuery', deviceId: sn, intervalS }),
      ])
    },
    heard(session) {
      const isDue = hostClock.now() - session.catalogAskedMs >= GB_LIMITS.catalogAgainMs
      if (session.catalog === 'none' && isDue) ask(session)
      for (const one of subscriptions.get(session) ?? []) one.renew()
    },
  }
}
