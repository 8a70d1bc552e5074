/** The event service (ONVIF Core, 9): pull points alone, no notifications to addresses of clients. */
import { soapFault } from '../../wire/onvif/soap-fault.ts'
import { matchesTopic, TOPIC_DIALECTS } from '../../wire/onvif/topic-expression.ts'
import { element, pieces } from '../../wire/onvif/write-xml.ts'
import { childOf, textAt } from '../../wire/onvif/xml-node.ts'
import { readMoment, writeDateTime } from '../../wire/onvif/xsd-values.ts'
import type { Answer, OnvifService, Operations, ServiceCall } from '../service-call.ts'
import { EVENT_TOPICS, type EventTopic, topicSet } from './event-topics.ts'
import { LIFETIME_MS } from './subscription-operations.ts'
import { readTopicFilter } from './topic-filter.ts'

const CAPABILITIES = element('tev:Capabilities', '', {
  WSSubscriptionPolicySupport: false,
  WSPullPointSupport: true,
  WSPausableSubscriptionManagerInterfaceSupport: false,
  MaxNotificationProducers: 0,
  MaxPullPoints: 16,
  PersistentNotificationStorage: false,
})

/** Topics that a camera has. */
function topicsOf({ context, camera }: ServiceCall): EventTopic[] {
  const kinds = new Set(context.ports.events.statesOf(camera.sn).map(({ kind }) => kind))
  return EVENT_TOPICS.filter(({ kind }) => kinds.has(kind))
}

function getEventProperties(call: ServiceCall): Answer {
  return pieces(
    element('tev:TopicNamespaceLocation', 'http://www.onvif.org/onvif/ver10/topics/topicns.xml'),
    element('wsnt:FixedTopicSet', true),
    topicSet(topicsOf(call)),
    element('wsnt:TopicExpressionDialect', TOPIC_DIALECTS.concrete),
    element('wsnt:TopicExpressionDialect', TOPIC_DIALECTS.concreteSet),
    element('tev:MessageContentFilterDialect'),
    element('tev:MessageContentSchemaLocation', 'http://www.onvif.org/onvif/ver10/schema/onvif.xsd'),
  )
}

function createPullPointSubscription(call: ServiceCall): Answer {
  const { input, nowMs, context, camera } = call
  const topics = readTopicFilter(childOf(input, 'Filter'))
  if (topics && 'subcodes' in topics) return topics
  if (topics && !EVENT_TOPICS.some(({ path }) => matchesTopic(topics, path))) return NO_TOPIC
  const text = textAt(input, 'InitialTerminationTime')
  const endMs = text === undefined ? nowMs + LIFETIME_MS.usual : readMoment(text, nowMs)
  if (endMs === undefined || endMs <= nowMs) return BAD_TIME
  const lifetimeMs = Math.min(LIFETIME_MS.most, Math.max(LIFETIME_MS.least, endMs - nowMs))
  const subscription = context.subscriptions.create(camera.sn, call.client, topics, lifetimeMs)
  if (!subscription) return TOO_MANY
  return pieces(
    element('tev:SubscriptionReference', [
      element('wsa:Address', call.url(`/subscription/${subscription.id}`)),
    ]),
    element('wsnt:CurrentTime', writeDateTime(nowMs)),
    element('wsnt:TerminationTime', writeDateTime(nowMs + subscription.remainingMs())),
  )
}

const BAD_TIME = soapFault(
  'Sender',
  ['wsnt:UnacceptableInitialTerminationTimeFault'],
  'The time is over, or is none',
)
const TOO_MANY = soapFault('Receiver', ['wsnt:SubscribeCreationFailedFault'], 'Too many subscriptions')
const NO_TOPIC = soapFault('Sender', ['wsnt:TopicNotSupportedFault'], 'There is no such topic')

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetEventProperties: getEventProperties,
  CreatePullPointSubscription: createPullPointSubscription,
}

export const EVENT_SERVICE: OnvifService = {
  path: 'event_service',
  prefix: 'tev',
  version: { major: 22, minor: 6 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
