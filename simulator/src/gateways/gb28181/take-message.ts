/** What registered devices say: keepalives, answers, alarms, positions, and changes of their catalogs. */
import type { IncomingRequest } from '../../sip/sip-calls.ts'
import { MEDIA_ENDED } from '../../wire/gb28181/device-shapes.ts'
import { isGbId } from '../../wire/gb28181/gb-id.ts'
import type { ManscdpMessage, ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../../wire/gb28181/read-manscdp.ts'
import { deviceTime } from '../device-time.ts'
import { alarmTypeOf } from './alarm-types.ts'
import type { GbContext } from './gateway-context.ts'
import { GB_LIMITS } from './gateway-limits.ts'
import { channelsAfter } from './gb-channels.ts'
import { gbIdIn } from './gb-registrar.ts'
import type { GbSession } from './gb-session.ts'

const PACKET_CHARACTERS = 2000

/** A MESSAGE outside dialogs: of a registered device, from where it registered. */
export function takeMessage(
  context: GbContext,
  incoming: IncomingRequest,
  onKeepalive: (session: GbSession) => void,
): void {
  const { sessions, counters, hostClock } = context
  const { from, request } = incoming
  const sn = gbIdIn(request, 'From')
  // In a call a channel speaks for its device.
  const session = (sn === undefined ? undefined : sessions.get(sn)) ?? context.invites.sessionOf(request)
  if (!session || session.peer.address !== from.address || session.peer.transport !== from.transport) {
    counters.strangers++
    // Devices that get it register anew.
    incoming.respond(403)
    return
  }
  session.heardMs = hostClock.now()
  const message = readBody(context, session, incoming)
  if (message?.kind === 'mediaStatus' && message.notifyType === MEDIA_ENDED)
    context.invites.mediaEnded(session, request, message.deviceId)
  if (message?.kind !== 'keepalive') return
  counters.keepalives++
  session.peer = from
  if (session.keepaliveAtMs !== undefined) {
    const everyMs = session.heardMs - session.keepaliveAtMs
    session.keepaliveMs = Math.min(GB_LIMITS.keepaliveMostMs, Math.max(GB_LIMITS.keepaliveMs, everyMs))
  }
  session.keepaliveAtMs = session.heardMs
  onKeepalive(session)
}

/** Reads and answers a MESSAGE or NOTIFY, and does what it says. */
export function readBody(
  context: GbContext,
  session: GbSession,
  incoming: IncomingRequest,
): ManscdpMessage | undefined {
  const { counters, ingest, platformClock, queries } = context
  const { body } = incoming.request
  counters.messages++
  session.messages++
  const read = readManscdp(body)
  const text = new TextDecoder().decode(body).slice(0, PACKET_CHARACTERS)
  const problem = read.ok ? {} : { problem: read.problem.message }
  ingest.packet(session.sn, { atMs: platformClock.now(), direction: 'in', text, ...problem })
  if (!read.ok) {
    counters.badMessages++
    incoming.respond(400, { reason: `Bad body: ${read.problem.code}` })
    return undefined
  }
  incoming.respond(200)
  const message = read.value
  switch (message.kind) {
    case 'alarmNotify':
      takeAlarm(context, session, message)
      break
    case 'positionNotify':
      takePositions(context, session, message)
      break
    case 'catalogNotify':
      takeCatalogChange(context, session, message)
      break
    default:
      queries.answered(session, message)
  }
  return message
}

function channelOf(context: GbContext, session: GbSession, gbId: string): number | undefined {
  if (gbId === session.sn) return 0
  return context.records.find(session.sn)?.channels.find((channel) => channel.gbId === gbId)?.chnId
}

/** The protocol tells of no end: an alarm is a moment. */
function takeAlarm(context: GbContext, session: GbSession, alarm: ManscdpOf<'alarmNotify'>): void {
  const { ingest, platformClock, counters, queries } = context
  const nowMs = platformClock.now()
  const { atMs, plausible } = deviceTime(alarm.alarmTime, nowMs)
  const { alarmMethod, info } = alarm
  const place = { longitude: alarm.longitude, latitude: alarm.latitude }
  const kind = alarmTypeOf(alarmMethod, info?.alarmType)
  counters.alarms++
  ingest.alarm(session.sn, {
    atMs,
    endMs: atMs,
    ...kind,
    chnId: channelOf(context, session, alarm.deviceId) ?? 0,
    alarmSeq: `gb-${alarmMethod}-${info?.alarmType ?? 0}-${plausible ? atMs : alarm.alarmTime}`,
    ...(plausible ? {} : { receivedMs: nowMs, deviceTime: new Date(alarm.alarmTime).toISOString() }),
    ...(isOnEarth(place) ? { position: place } : {}),
  })
  // The device repeats an alarm until it is answered (9.4.1). What is no id cannot be called by it.
  const deviceId = isGbId(alarm.deviceId) ? alarm.deviceId : session.sn
  void queries.send(session, { kind: 'alarmResponse', deviceId, result: 'OK' }, alarm.sn)
}

type Place = { longitude: number; latitude: number }

/** Receivers without a fix say 0, 0. */
function isOnEarth(place: { [K in keyof Place]: number | undefined }): place is Place {
  const { longitude, latitude } = place
  if (longitude === undefined || latitude === undefined) return false
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && (longitude !== 0 || latitude !== 0)
}

/** Positions of the device and of its channels are positions of the device. */
function takePositions(context: GbContext, session: GbSession, report: ManscdpOf<'positionNotify'>): void {
  const { ingest, platformClock, counters } = context
  const nowMs = platformClock.now()
  const listed = (report.positions ?? []).map((one) => ({ ...one, time: one.captureTime }))
  for (const one of listed.length > 0 ? listed : [report]) {
    const { speedKmh = 0, directionDeg = 0, altitudeM } = one
    const place = { longitude: one.longitude, latitude: one.latitude }
    if (!isOnEarth(place) || channelOf(context, session, one.deviceId) === undefined) continue
    const { atMs, late } = deviceTime(one.time ?? nowMs, nowMs)
    counters.positions++
    ingest.position(session.sn, {
      atMs,
      ...place,
      speedKmh,
      directionDeg,
      ...(altitudeM === undefined ? {} : { altitudeM }),
      late,
    })
  }
}

function takeCatalogChange(
  { records }: GbContext,
  session: GbSession,
  { items }: ManscdpOf<'catalogNotify'>,
): void {
  const record = records.find(session.sn) ?? { channels: [] }
  const { channels } = channelsAfter(record.channels, items ?? [], { isWhole: false })
  records.keep(session.sn, { ...record, channels })
}
