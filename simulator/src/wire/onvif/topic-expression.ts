/**
 * Topic expressions of event filters: the Concrete dialect of WS-Topics 1.3 (8) and ONVIF's ConcreteSet (ONVIF Core,
 * 9.5.3), in which | joins expressions and //. at the end stands for a topic and everything below it.
 */
import { NAMESPACES } from './namespaces.ts'
import { namespaceOf, type XmlNode } from './xml-node.ts'

export const TOPIC_DIALECTS = {
  concrete: 'http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete',
  concreteSet: 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet',
} as const
export const MESSAGE_CONTENT_DIALECT = 'http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter'

export type TopicPart = {
  /** With prefixes of ours: `tns1:Device/Trigger`. */
  path: string
  withChildren: boolean
}
export type TopicRead = { ok: true; parts: TopicPart[] } | { ok: false; reason: 'dialect' | 'expression' }

const PARTS_MOST = 32
const STEP = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_*][\w.-]*)$/

/** Reads a wsnt:TopicExpression; prefixes are those of the request. */
export function readTopicExpression(node: XmlNode): TopicRead {
  const dialect = node.attributes.get('Dialect') ?? TOPIC_DIALECTS.concrete
  if (!dialect.includes('/t-1/TopicExpression/') && dialect !== TOPIC_DIALECTS.concreteSet)
    return { ok: false, reason: 'dialect' }
  const texts = node.text.split('|').map((part) => part.trim())
  if (texts.length > PARTS_MOST) return { ok: false, reason: 'expression' }
  const parts: TopicPart[] = []
  for (const text of texts) {
    const withChildren = text.endsWith('//.')
    const steps = (withChildren ? text.slice(0, -3) : text).split('/')
    const path: string[] = []
    for (const step of steps) {
      const [, prefix, name = ''] = STEP.exec(step) ?? []
      if (name === '') return { ok: false, reason: 'expression' }
      if (prefix === undefined) path.push(name)
      else {
        const namespace = namespaceOf(node.scope, prefix)
        if (namespace === undefined) return { ok: false, reason: 'expression' }
        path.push(namespace === NAMESPACES.tns1 ? `tns1:${name}` : `{${namespace}}${name}`)
      }
    }
    parts.push({ path: path.join('/'), withChildren })
  }
  return { ok: true, parts }
}

/** Whether a topic, written with our prefixes, is one of those asked for. */
export const matchesTopic = (parts: readonly TopicPart[], topic: string): boolean =>
  parts.some(({ path, withChildren }) => topic === path || (withChildren && topic.startsWith(`${path}/`)))
