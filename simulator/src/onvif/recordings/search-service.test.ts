import { expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { NAMESPACES } from '../../wire/onvif/namespaces.ts'
import { childrenOf, nodeAt, textAt } from '../../wire/onvif/xml-node.ts'
import { onvifRig, PLATFORM_MS } from '../onvif-rig.test-support.ts'
import { createSearches } from './searches.ts'

type Rig = Awaited<ReturnType<typeof onvifRig>>
const ask = (rig: Rig, name: string, inner = '') =>
  rig.ask(
    'CAM01/search_service',
    `<s:${name} xmlns:s="${NAMESPACES.tse}" xmlns:tt="${NAMESPACES.tt}">${inner}</s:${name}>`,
  )
const tokenOf = async (answer: ReturnType<typeof ask>) =>
  `<s:SearchToken>${textAt((await answer).node, 'SearchToken')}</s:SearchToken>`
const time = (ms: number) => new Date(ms).toISOString()

it('finds recordings', async () => {
  await using rig = await onvifRig()
  const token = await tokenOf(
    ask(rig, 'FindRecordings', '<s:Scope/><s:KeepAliveTime>PT10S</s:KeepAliveTime>'),
  )
  const { node } = await ask(rig, 'GetRecordingSearchResults', token)
  const list = nodeAt(node, 'ResultList')
  expect(textAt(list, 'SearchState')).toBe('Completed')
  expect(textAt(list, 'RecordingInformation', 'RecordingToken')).toBe('ch1_recording')
  expect(childrenOf(nodeAt(list, 'RecordingInformation'), 'Track')).toHaveLength(2)
  expect(textAt(list, 'RecordingInformation', 'LatestRecording')).toBe('2026-11-25T23:59:00Z')
  // Those of another kind, and those that are over, are none.
  expect(await ask(rig, 'GetEventSearchResults', token)).toMatchObject({ fault: 'ter:InvalidToken' })
  expect((await ask(rig, 'EndSearch', token)).status).toBe(200)
  expect(await ask(rig, 'EndSearch', token)).toMatchObject({ fault: 'ter:InvalidToken' })
  const forgotten = await tokenOf(ask(rig, 'FindRecordings', '<s:KeepAliveTime>PT10S</s:KeepAliveTime>'))
  rig.hostClock.advance(11_000)
  expect(await ask(rig, 'GetRecordingSearchResults', forgotten)).toMatchObject({ fault: 'ter:InvalidToken' })
  expect(
    textAt(
      (await ask(rig, 'GetRecordingInformation', '<s:RecordingToken>ch1_recording</s:RecordingToken>')).node,
      'RecordingInformation',
      'RecordingStatus',
    ),
  ).toBe('Recording')
  expect(await ask(rig, 'GetRecordingInformation', '<s:RecordingToken>x</s:RecordingToken>')).toMatchObject({
    fault: 'ter:NoRecording',
  })
})

it.each([
  ['forwards', PLATFORM_MS - 5_400_000, PLATFORM_MS, ['true', 'false', 'true', 'false']],
  ['backwards', PLATFORM_MS, PLATFORM_MS - 5_400_000, ['false', 'true', 'false', 'true']],
])('finds when recordings begin and end, %s', async (_name, from, to, states) => {
  await using rig = await onvifRig()
  const token = await tokenOf(
    ask(
      rig,
      'FindEvents',
      `<s:StartPoint>${time(from)}</s:StartPoint><s:EndPoint>${time(to)}</s:EndPoint><s:Scope><tt:IncludedRecordings>ch1_recording</tt:IncludedRecordings></s:Scope><s:SearchFilter/><s:IncludeStartState>true</s:IncludeStartState>`,
    ),
  )
  const results = []
  for (const count of [3, 1]) {
    const { node } = await ask(rig, 'GetEventSearchResults', `${token}<s:MaxResults>3</s:MaxResults>`)
    const list = nodeAt(node, 'ResultList')
    expect(textAt(list, 'SearchState')).toBe(count === 3 ? 'Searching' : 'Completed')
    results.push(...childrenOf(list, 'Result'))
  }
  const values = results.map((one) =>
    nodeAt(one, 'Event', 'Message', 'Message', 'Data', 'SimpleItem')?.attributes.get('Value'),
  )
  expect(values).toEqual(states)
})

it('has room for a number of searches of a client, and of all: the longest silent of who has most goes', () => {
  const searches = createSearches(createManualClock(0))
  const begin = (client: string) =>
    searches.begin('CAM01', client, 'events', { count: 0, write: () => [] }, 1000)
  const isThere = (token: string) => searches.next('CAM01', 'events', token, 1) !== undefined
  const other = begin('10.0.0.2')
  const [first, second] = [begin('10.0.0.1'), begin('10.0.0.1')]
  expect(isThere(first)).toBe(true)
  for (let at = 2; at < 32; at++) begin('10.0.0.1')
  begin('10.0.0.1')
  expect([other, first, second].map(isThere)).toEqual([true, true, false])
  for (let at = 0; at < 240; at++) begin(`10.0.1.${at}`)
  expect([other, first].map(isThere)).toEqual([true, true])
})

it('writes results when they are fetched', () => {
  const searches = createSearches(createManualClock(0))
  const written: number[] = []
  const write = (from: number, to: number) => {
    written.push(from, to)
    return []
  }
  const token = searches.begin('CAM01', '10.0.0.1', 'events', { count: 3, write }, 1000)
  expect(written).toEqual([])
  expect(searches.next('CAM01', 'events', token, 2)).toMatchObject({ isLast: false })
  expect(searches.next('CAM01', 'events', token, 2)).toMatchObject({ isLast: true })
  expect(written).toEqual([0, 2, 2, 3])
})

const DIALECT = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet'
const find = (rig: Rig, topic: string, dialect = DIALECT) =>
  ask(
    rig,
    'FindEvents',
    `<s:StartPoint>${time(PLATFORM_MS - 5_400_000)}</s:StartPoint><s:Scope/><s:SearchFilter><w:TopicExpression xmlns:w="${NAMESPACES.wsnt}" xmlns:top="${NAMESPACES.tns1}" Dialect="${dialect}">${topic}</w:TopicExpression></s:SearchFilter><s:IncludeStartState>false</s:IncludeStartState>`,
  )

it.each([
  ['top:RecordingHistory//.', 3],
  ['top:RecordingHistory/Recording/State', 3],
  ['top:VideoSource//. | top:RecordingHistory/Recording//.', 3],
  ['top:VideoSource//.', 0],
  ['top:RecordingHistory/Track/State', 0],
])('finds what the filter %s asks for', async (topic, count) => {
  await using rig = await onvifRig()
  const { node } = await ask(rig, 'GetEventSearchResults', await tokenOf(find(rig, topic)))
  expect(textAt(node, 'ResultList', 'SearchState')).toBe('Completed')
  expect(childrenOf(nodeAt(node, 'ResultList'), 'Result')).toHaveLength(count)
})

it.each([
  ['x', 'http://example.com', 'wsnt:TopicExpressionDialectUnknownFault'],
  ['a b', DIALECT, 'wsnt:InvalidTopicExpressionFault'],
])('refuses the filter %s of %s with %s', async (topic, dialect, fault) => {
  await using rig = await onvifRig()
  expect(await find(rig, topic, dialect)).toMatchObject({ fault })
})
