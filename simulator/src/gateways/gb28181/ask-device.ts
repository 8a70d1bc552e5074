/** What a device is asked after it registered: who it is, which channels it has, and to tell of changes. */
import { header } from '../../sip/sip-text.ts'
import type { CatalogItem } from '../../wire/gb28181/catalog-shapes.ts'
import { PageCollector } from '../../wire/gb28181/list-pages.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { channelsAfter } from './gb-channels.ts'
import { type GbRequest, MANSCDP_TYPE, sipUri } from './gb-queries.ts'
import type { GbSession } from './gb-session.ts'
import { readBody } from './take-message.ts'

export type GbAsker = {
  /** A device has registered. */
  registered(session: GbSession): void
  /** A keepalive came: what was not answered is asked again. */
  heard(session: GbSession): void
}

/** Priorities 0: all of them (A.2.4.6). */
const ALL_ALARMS = { startAlarmPriority: 0, endAlarmPriority: 0, alarmMethod: '0' } as const

export function createGbAsker(context: GbContext): GbAsker {
  const { queries, records, hostClock, log } = context
  /** Catalogs in transfer; thousands of devices that register at a time take turns. */
  let busy = 0
  const waiting = new Set<GbSession>()

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

  const subscribe = (session: GbSession, event: string, query: GbRequest): void => {
    const { endpoint, serverId, domain } = context
    const dialog = endpoint.dialog(
      {
        local: `<sip:${serverId}@${domain}>`,
        remote: `<sip:${session.sn}@${domain}>`,
        target: sipUri(session.sn, session),
        peer: session.peer,
      },
      {
        request(incoming) {
          if (incoming.request.method !== 'NOTIFY') return incoming.respond(405)
          session.heardMs = hostClock.now()
          readBody(context, session, incoming)
        },
        ended: () => cancel(),
      },
    )
    if (!dialog) {
      log.warn({ sn: session.sn, event }, 'a device was not subscribed to: too many dialogs are open')
      return
    }
    let cancel = (): void => undefined
    const say = (expiresS: number): void => {
      dialog.request(
        'SUBSCRIBE',
        {
          headers: [
            endpoint.contact(serverId, session.peer.transport),
            header('Event', event),
            header('Expires', String(expiresS)),
            MANSCDP_TYPE,
          ],
          body: queries.body(query),
        },
        {
          answered({ status }) {
            // Many devices know no subscriptions: they are asked once a registration.
            if (status >= 300 || expiresS === 0 || session.isOver) return
            cancel = hostClock.after((expiresS * 1000 * 3) / 4, () => say(expiresS))
          },
          failed: () => undefined,
        },
      )
    }
    session.ends.add(() => {
      cancel()
      dialog.end()
    })
    say(GB_LIMITS.subscriptionS)
  }

  return {
    registered(session) {
      ask(session)
      const { sn } = session
      subscribe(session, 'Catalog', { kind: 'catalogQuery', deviceId: sn })
      subscribe(session, 'presence', { kind: 'alarmQuery', deviceId: sn, ...ALL_ALARMS })
      subscribe(session, 'presence', {
        kind: 'positionQuery',
        deviceId: sn,
        intervalS: GB_LIMITS.positionIntervalS,
      })
    },
    heard(session) {
      const isDue = hostClock.now() - session.catalogAskedMs >= GB_LIMITS.catalogAgainMs
      if (session.catalog === 'none' && isDue) ask(session)
    },
  }
}
