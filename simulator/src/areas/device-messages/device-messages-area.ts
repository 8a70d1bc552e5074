import { listMessages, MESSAGE_SETTING, sendMessage } from '@backlot/contract/device-messages/calls'
import type { DeviceMessage } from '@backlot/contract/device-messages/entities'
import type { Logger } from 'pino'
import { type Route, route } from '../../calls/route.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { VisibleDevicesPort } from '../shared/visible-devices.ts'
import type { MessengerPort, TextForUnit } from './ports.ts'
import type { deviceMessages } from './tables.ts'

/** More that wait for one unit's answer are refused. */
const WAITING_MOST = 8

type MessageRow = typeof deviceMessages.$inferSelect

/** Texts to units: sent, answered for by the unit, and kept. */
export function createDeviceMessagesArea(deps: {
  store: Store
  log: Logger
  clock: PlatformClock
  devices: VisibleDevicesPort
  messenger: MessengerPort
  publisher: Pick<Publisher, 'setting'>
}): { routes: Route[]; close(): void } {
  const { store, log, clock, devices, messenger, publisher } = deps
  // Read row by row until a page is full, which the query builder cannot do. Messages later than a clock that was set
  // back are not sent yet.
  const columns = `id, sn, text, urgent, spoken, state, failure, sender_id AS senderId, sender_name AS senderName,
    sent_ms AS sentMs, answered_ms AS answeredMs`
  const all = store.read.prepare<[number], MessageRow>(
    `SELECT ${columns} FROM device_messages WHERE sent_ms <= ? ORDER BY id DESC`,
  )
  const ofOne = store.read.prepare<[string, number], MessageRow>(
    `SELECT ${columns} FROM device_messages WHERE sn = ? AND sent_ms <= ? ORDER BY id DESC`,
  )
  const waiting = new Map<string, number>()
  let closed = false

  const giving = store.write('deviceMessages.giveUp', undefined)
  giving.catch((error: unknown) =>
    log.error({ err: error }, 'messages from before the start could not be closed'),
  )

  const deliver = async (id: number, sn: string, text: TextForUnit): Promise<void> => {
    waiting.set(sn, (waiting.get(sn) ?? 0) + 1)
    try {
      const outcome = await messenger.deliver(sn, text)
      if (closed) return
      const failure = outcome === 'acknowledged' ? undefined : outcome
      await store.write('deviceMessages.end', { id, failure, answeredMs: Math.floor(clock.now()) })
      publisher.setting(sn, MESSAGE_SETTING, failure ? 1 : 0, String(id))
    } finally {
      const left = (waiting.get(sn) ?? 1) - 1
      if (left > 0) waiting.set(sn, left)
      else waiting.delete(sn)
    }
  }

  const send = route(sendMessage, async ({ body }, { caller }) => {
    const { sn, ...text } = body
    const device = devices.find(sn, caller.scope)
    if (!device) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    if (!device.isUnit) throw refusal('conflict', 'noMessageDisplay', {}, 'sn')
    if (!device.online) throw refusal('deviceOffline', 'deviceOffline')
    if ((waiting.get(sn) ?? 0) >= WAITING_MOST) throw refusal('conflict', 'messagesWaiting')
    const { id } = await store.write('deviceMessages.add', {
      ...body,
      senderId: caller.userId,
      senderName: caller.name,
      sentMs: Math.floor(clock.now()),
    })
    deliver(id, sn, text).catch((error: unknown) => {
      log.error({ err: error, sn, id }, 'the result of a message to a unit could not be stored')
    })
    return { id }
  })

  const list = route(listMessages, ({ query: { sn, limit } }, { caller, request }) => {
    const language = languageOf(request.headers)
    if (sn !== undefined && !devices.find(sn, caller.scope)) {
      throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    }
    const nowMs = Math.floor(clock.now())
    const rows = sn === undefined ? all.iterate(nowMs) : ofOne.iterate(sn, nowMs)
    const found: DeviceMessage[] = []
    for (const row of rows) {
      const device = devices.find(row.sn, caller.scope)
      if (!device) continue
      found.push(messageOf(row, device.name[language]))
      if (found.length >= limit) break
    }
    return { list: found }
  })

  return {
    routes: [send, list],
    close() {
      closed = true
    },
  }
}

function messageOf(row: MessageRow, name: string): DeviceMessage {
  const { id, sn, text, state, failure, senderName, sentMs, answeredMs } = row
  return {
    id,
    sn,
    name,
    text,
    urgent: row.urgent === 1,
    spoken: row.spoken === 1,
    state,
    ...(failure === '' ? {} : { failure }),
    senderName,
    time: Math.floor(sentMs / 1000),
    ...(answeredMs === null ? {} : { answerTime: Math.floor(answeredMs / 1000) }),
  }
}
