/** Topics of cameras (ONVIF Imaging, Analytics and Device IO events) and the messages that they carry. */

import { TOPIC_DIALECTS } from '../../wire/onvif/topic-expression.ts'
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import { writeDateTime } from '../../wire/onvif/xsd-values.ts'
import type { OnvifEventKind } from '../ports.ts'

export type EventTopic = {
  path: string
  kind: OnvifEventKind
  /** Names, types and values of the items that say where it happens. */
  source: readonly { name: string; type: string; value(chnId: number): string }[]
  /** The item that says whether it is so. */
  state: string
}

const token = (name: string, value: (chnId: number) => string) => ({ name, type: 'tt:ReferenceToken', value })

/** Motion comes under two topics: clients of either age look for one of them. */
export const EVENT_TOPICS: readonly EventTopic[] = [
  {
    path: 'tns1:VideoSource/MotionAlarm',
    kind: 'motion',
    source: [token('Source', (chnId) => `ch${chnId}`)],
    state: 'State',
  },
  {
    path: 'tns1:RuleEngine/CellMotionDetector/Motion',
    kind: 'motion',
    source: [
      token('VideoSourceConfigurationToken', (chnId) => `ch${chnId}_source`),
      token('VideoAnalyticsConfigurationToken', (chnId) => `ch${chnId}_analytics`),
      { name: 'Rule', type: 'xs:string', value: () => 'Motion' },
    ],
    state: 'IsMotion',
  },
  {
    path: 'tns1:Device/Trigger/DigitalInput',
    kind: 'digitalInput',
    source: [token('InputToken', (chnId) => `input_${chnId}`)],
    state: 'LogicalState',
  },
  {
    path: 'tns1:VideoSource/GlobalSceneChange/ImagingService',
    kind: 'tamper',
    source: [token('Source', (chnId) => `ch${chnId}`)],
    state: 'State',
  },
]

/** One message in the queue of a subscription. */
export type EventMessage = {
  topic: EventTopic
  chnId: number
  isActive: boolean
  /** By the camera's clock. */
  atMs: number
  operation: 'Initialized' | 'Changed'
}

const item = (name: string, value: string | boolean) =>
  element('tt:SimpleItem', '', { Name: name, Value: value })

export const notificationMessage = ({ topic, chnId, isActive, atMs, operation }: EventMessage): Xml =>
  element('wsnt:NotificationMessage', [
    element('wsnt:Topic', topic.path, { Dialect: TOPIC_DIALECTS.concreteSet }),
    element('wsnt:Message', [
      element(
        'tt:Message',
        [
          element(
            'tt:Source',
            topic.source.map(({ name, value }) => item(name, value(chnId))),
          ),
          element('tt:Data', [item(topic.state, isActive)]),
        ],
        { UtcTime: writeDateTime(atMs), PropertyOperation: operation },
      ),
    ]),
  ])

type Branch = { topic?: EventTopic; below: Map<string, Branch> }

/** wstop:TopicSet of some topics: elements nested as their paths are. */
export function topicSet(topics: readonly EventTopic[]): Xml {
  const root: Branch = { below: new Map() }
  for (const topic of topics) {
    let at = root
    for (const step of topic.path.split('/')) {
      const next = at.below.get(step) ?? { below: new Map() }
      at.below.set(step, next)
      at = next
    }
    at.topic = topic
  }
  return element('wstop:TopicSet', branchesOf(root))
}

const branchesOf = ({ below }: Branch): Xml[] =>
  [...below].map(([name, branch]) =>
    element(
      name,
      [branch.topic && description(branch.topic), ...branchesOf(branch)],
      branch.topic ? { 'wstop:topic': true } : {},
    ),
  )

const description = ({ source, state }: EventTopic) => {
  const described = (name: string, type: string) =>
    element('tt:SimpleItemDescription', '', { Name: name, Type: type })
  return element(
    'tt:MessageDescription',
    [
      element(
        'tt:Source',
        source.map(({ name, type }) => described(name, type)),
      ),
      element('tt:Data', [described(state, 'xs:boolean')]),
    ],
    { IsProperty: true },
  )
}
