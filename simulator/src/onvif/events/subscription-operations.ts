/** Operations at the address of a subscription (ONVIF Core, 9.1; WS-BaseNotification 1.3, 6). */
import { badValue, missing, soapFault } from '../../wire/onvif/soap-fault.ts'
import { element, pieces } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import { readDuration, readMoment, readNumber, writeDateTime } from '../../wire/onvif/xsd-values.ts'
import type { Answer, Operations, ServiceCall } from '../service-call.ts'
import type { EventSubscription } from './event-subscriptions.ts'
import { notificationMessage } from './event-topics.ts'

/** How long a subscription lives without a sign of its client: one that has crashed holds its place for minutes. */
export const LIFETIME_MS = { least: 1000, usual: 60_000, most: 600_000 } as const
/** Longest wait of one pull, and most messages in its reply: more is cut down to these. */
const PULL = { waitMs: 120_000, messages: 100 } as const

const GONE = soapFault('Sender', ['wsrf-rw:ResourceUnknownFault'], 'The subscription does not exist')

const withSubscription =
  (operation: (subscription: EventSubscription, call: ServiceCall) => Answer | Promise<Answer>) =>
  (call: ServiceCall): Answer | Promise<Answer> => {
    const { context, camera, subscriptionId = '' } = call
    const subscription = context.subscriptions.find(camera.sn, subscriptionId)
    return subscription ? operation(subscription, call) : GONE
  }

async function pullMessages(subscription: EventSubscription, call: ServiceCall): Promise<Answer> {
  const { input, context, camera } = call
  const [timeout, limit] = [textAt(input, 'Timeout'), textAt(input, 'MessageLimit')]
  if (timeout === undefined) return missing('Timeout')
  if (limit === undefined) return missing('MessageLimit')
  const [waitMs, messages] = [readDuration(timeout), readNumber(limit)]
  if (waitMs === undefined || waitMs < 0) return badValue('ter:InvalidArgVal', 'no such Timeout')
  if (messages === undefined || !Number.isInteger(messages) || messages < 1)
    return badValue('ter:InvalidArgVal', 'no such MessageLimit')
  const most = Math.min(messages, PULL.messages)
  const pulled = await subscription.pull(most, Math.min(waitMs, PULL.waitMs), call.onLeave)
  if (pulled === 'gone') return GONE
  const nowMs = context.clocks.now(camera.sn)
  return pieces(
    element('tev:CurrentTime', writeDateTime(nowMs)),
    element('tev:TerminationTime', writeDateTime(nowMs + subscription.remainingMs())),
    ...pulled.map(notificationMessage),
  )
}

function renew(subscription: EventSubscription, { input, nowMs }: ServiceCall): Answer {
  const text = textAt(input, 'TerminationTime')
  const endMs = text === undefined ? nowMs + LIFETIME_MS.usual : readMoment(text, nowMs)
  if (endMs === undefined || endMs <= nowMs)
    return soapFault('Sender', ['wsnt:UnacceptableTerminationTimeFault'], 'The time is over, or is none')
  subscription.renew(Math.min(LIFETIME_MS.most, Math.max(LIFETIME_MS.least, endMs - nowMs)))
  return pieces(
    element('wsnt:TerminationTime', writeDateTime(nowMs + subscription.remainingMs())),
    element('wsnt:CurrentTime', writeDateTime(nowMs)),
  )
}

export const SUBSCRIPTION_OPERATIONS = {
  tev: {
    PullMessages: withSubscription(pullMessages),
    SetSynchronizationPoint: withSubscription((subscription) => {
      subscription.synchronize()
      return pieces()
    }),
  },
  wsnt: {
    Renew: withSubscription(renew),
    Unsubscribe: withSubscription((subscription) => {
      subscription.end()
      return pieces()
    }),
  },
} as const satisfies Record<string, Operations>
