/** Subscriptions of the platform (9.11 of 2016): catalog, alarms, positions; each is told by NOTIFY until it expires. */
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import type { ManscdpMessage, ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { MANSCDP_TYPE } from '../../wire/gb28181/manscdp-type.ts'
import { readManscdp } from '../../wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import type { GbEncoding } from '../../wire/gb28181/xml-encoding.ts'
import { headerValue, type SipHeader } from '../../wire/sip/sip-message.ts'
import { catalogItem, positionOf } from './answer-query.ts'
import type { GbContext } from './gb-context.ts'
import type { GbAlarm, GbChannel } from './ports.ts'

export type Subscriptions = {
  answer(incoming: IncomingRequest): void
  /** Tells an alarm; false when nobody subscribed to it. */
  alarm(alarm: GbAlarm): boolean
  changed(event: CatalogEvent, channel: GbChannel): void
  count(): number
  /** NOTIFYs that tell something. */
  stats(): { sent: number; acked: number; lost: number }
  /** The server has forgotten us, or we end. */
  clear(): void
}

type CatalogEvent = 'ON' | 'OFF' | 'ADD' | 'DEL' | 'UPDATE'
type Query = ManscdpOf<'catalogQuery'> | ManscdpOf<'alarmQuery'> | ManscdpOf<'positionQuery'>
type Subscription = {
  query: Query
  dialog: SipDialog
  event: string
  endMs: number
  stopExpiry(): void
  stopInterval(): void
}

const SUBSCRIPTIONS_MOST = 16
const EXPIRES_S = { usual: 3600, most: 1_000_000 }
/** Seconds between positions; 5 is what the standard has when a query says nothing (A.2.4.9 of 2016). */
const INTERVAL_S = { least: 1, usual: 5, most: 86_400 }

/** `onAck` is told the milliseconds from a NOTIFY to its answer. */
export function createSubscriptions(
  context: GbContext,
  { encoding, onAck }: { encoding: GbEncoding; onAck(latencyMs: number): void },
): Subscriptions {
  const { hostClock, options, ports } = context
  const all = new Set<Subscription>()
  const counts = { sent: 0, acked: 0, lost: 0 }

  const remove = (one: Subscription): void => {
    all.delete(one)
    one.stopExpiry()
    one.stopInterval()
  }
  const notify = (one: Subscription, message: ManscdpMessage | undefined, state = 'active'): void => {
    const leftS = Math.max(0, Math.round((one.endMs - hostClock.now()) / 1000))
    const headers: SipHeader[] = [
      { name: 'Event', value: one.event },
      {
        name: 'Subscription-State',
        value: state === 'active' ? `active;expires=${leftS}` : `terminated;reason=${state}`,
      },
      context.endpoint.contact(options.id, options.server.transport),
      ...(message ? [MANSCDP_TYPE] : []),
    ]
    const body = message && writeManscdp(message, encoding)
    const beganMs = hostClock.now()
    const done = (isAnswered: boolean): void => {
      if (!message) return
      counts[isAnswered ? 'acked' : 'lost']++
      if (isAnswered) onAck(hostClock.now() - beganMs)
    }
    if (message) counts.sent++
    one.dialog.request(
      'NOTIFY',
      { headers, ...(body && { body }) },
      {
        answered: ({ status }) => {
          done(status < 300)
          if (status >= 400 && status !== 401) one.dialog.end()
        },
        failed: (reason) => (reason === 'closed' ? undefined : done(false)),
      },
    )
  }
  const end = (one: Subscription, reason: string): void => {
    notify(one, undefined, reason)
    one.dialog.end()
  }
  const extend = (one: Subscription, expiresS: number): void => {
    one.stopExpiry()
    one.endMs = hostClock.now() + expiresS * 1000
    one.stopExpiry = hostClock.after(expiresS * 1000, () => end(one, 'timeout'))
  }
  const takeQuery = (one: Subscription, query: Query): void => {
    one.query = query
    one.stopInterval()
    if (query.kind !== 'positionQuery') return
    const { least, usual, most } = INTERVAL_S
    const everyS = Math.min(most, Math.max(least, query.intervalS ?? usual))
    const tell = (): void => {
      const message = positionOf(context, query.deviceId, context.nextSn())
      if (message) notify(one, message)
    }
    one.stopInterval = hostClock.every(everyS * 1000, tell)
    tell()
  }
  const partsFor = (query: Query, expiresS: number, event: string) => {
    const { sn, deviceId } = query
    const kinds = {
      catalogQuery: 'catalogResponse',
      alarmQuery: 'alarmResponse',
      positionQuery: 'positionResponse',
    } as const
    return {
      headers: [
        { name: 'Expires', value: String(expiresS) },
        { name: 'Event', value: event },
        context.endpoint.contact(options.id, options.server.transport),
        MANSCDP_TYPE,
      ],
      body: writeManscdp({ kind: kinds[query.kind], sn, deviceId, result: 'OK' }, encoding),
    }
  }
  const expiryOf = ({ request }: IncomingRequest): number | undefined => {
    const text = headerValue(request, 'Expires') ?? String(EXPIRES_S.usual)
    return /^\d{1,10}$/.test(text) ? Math.min(EXPIRES_S.most, Number(text)) : undefined
  }
  const queryOf = ({ request }: IncomingRequest): Query | undefined => {
    const read = readManscdp(request.body)
    if (!read.ok) return undefined
    const { value } = read
    const isOne =
      value.kind === 'catalogQuery' || value.kind === 'alarmQuery' || value.kind === 'positionQuery'
    return isOne ? value : undefined
  }

  return {
    answer(incoming) {
      const [query, expiresS] = [queryOf(incoming), expiryOf(incoming)]
      if (expiresS === undefined) return incoming.respond(400, { reason: 'Bad Expires' })
      if (!query) return incoming.respond(489)
      const isKnown =
        query.deviceId === options.id || ports.channels.all().some(({ id }) => id === query.deviceId)
      if (!isKnown) return incoming.respond(404)
      if (all.size >= SUBSCRIPTIONS_MOST)
        return incoming.respond(503, { headers: [{ name: 'Retry-After', value: '60' }] })
      const event = headerValue(incoming.request, 'Event') ?? 'presence'
      let one: Subscription | undefined
      const dialog = incoming.accept(partsFor(query, expiresS, event), {
        ended: () => one && remove(one),
        request(again) {
          if (!one || again.request.method !== 'SUBSCRIBE') return again.respond(405)
          const forS = expiryOf(again)
          if (forS === undefined) return again.respond(400, { reason: 'Bad Expires' })
          const wanted = queryOf(again) ?? one.query
          again.respond(200, partsFor(wanted, forS, event))
          if (forS === 0) return end(one, 'timeout')
          extend(one, forS)
          takeQuery(one, wanted)
        },
      })
      if (!dialog) return
      one = { query, dialog, event, endMs: 0, stopExpiry: () => {}, stopInterval: () => {} }
      // A subscription of no time asks once.
      if (expiresS === 0) return end(one, 'timeout')
      all.add(one)
      extend(one, expiresS)
      takeQuery(one, query)
    },
    alarm(alarm) {
      const wanting = [...all].filter(
        ({ query }) => query.kind === 'alarmQuery' && wants(query, alarm, options.id),
      )
      for (const one of wanting) notify(one, alarmMessage(alarm, context.nextSn()))
      return wanting.length > 0
    },
    changed(event, channel) {
      for (const one of all) {
        if (one.query.kind !== 'catalogQuery') continue
        const { deviceId } = one.query
        if (deviceId !== options.id && deviceId !== channel.id) continue
        const full = event === 'ADD' || event === 'UPDATE'
        const item = { ...(full ? catalogItem(context, channel) : { deviceId: channel.id }), event }
        notify(one, { kind: 'catalogNotify', sn: context.nextSn(), deviceId, sumNum: 1, items: [item] })
      }
    },
    count: () => all.size,
    stats: () => counts,
    clear() {
      for (const one of [...all]) one.dialog.end()
    },
  }
}

/** By priority, and by methods where several digits name several of them; 0 is all. */
function wants(query: ManscdpOf<'alarmQuery'>, alarm: GbAlarm, deviceId: string): boolean {
  const { startAlarmPriority: from = 0, endAlarmPriority: to = 0, alarmMethod = '0' } = query
  if (query.deviceId !== deviceId && query.deviceId !== alarm.id) return false
  if (from > 0 && alarm.priority < from) return false
  if (to > 0 && alarm.priority > to) return false
  return alarmMethod === '0' || alarmMethod.includes(String(alarm.method))
}

export function alarmMessage(alarm: GbAlarm, sn: number): ManscdpMessage {
  const { id, priority, method, type, atMs, description, location } = alarm
  return {
    kind: 'alarmNotify',
    sn,
    deviceId: id,
    alarmPriority: priority,
    alarmMethod: method,
    alarmTime: Math.floor(atMs / 1000) * 1000,
    ...(description !== undefined && { alarmDescription: description }),
    ...(location && { longitude: location.lng, latitude: location.lat }),
    ...(type !== undefined && { info: { alarmType: type } }),
  }
}
