import { type SoapFault, soapFault } from '../../wire/onvif/soap-fault.ts'
import { readTopicExpression, type TopicPart } from '../../wire/onvif/topic-expression.ts'
import { childrenOf, type XmlNode } from '../../wire/onvif/xml-node.ts'

const filterFault = (name: string, reason: string) => soapFault('Sender', [`wsnt:${name}`], reason)

/** Topics of a wsnt:FilterType (WS-BaseNotification 1.3, 4.1); undefined: everything. */
export function readTopicFilter(filter: XmlNode | undefined): TopicPart[] | undefined | SoapFault {
  if (!filter || filter.children.length === 0) return undefined
  const isOther = filter.children.some(
    ({ name, text, children }) => name !== 'TopicExpression' && (text !== '' || children.length > 0),
  )
  if (isOther) return filterFault('InvalidFilterFault', 'Only filters of topics are supported')
  const parts: TopicPart[] = []
  for (const expression of childrenOf(filter, 'TopicExpression')) {
    if (expression.text === '') continue
    const read = readTopicExpression(expression)
    if (!read.ok)
      return read.reason === 'dialect'
        ? filterFault('TopicExpressionDialectUnknownFault', 'The dialect is not known')
        : filterFault('InvalidTopicExpressionFault', 'The expression cannot be read')
    parts.push(...read.parts)
  }
  return parts.length === 0 ? undefined : parts
}
