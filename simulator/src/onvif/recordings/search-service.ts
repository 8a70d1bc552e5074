/** The recording search service (ONVIF Recording Search): which recordings there are, and when they begin and end. */
import { badValue, missing } from '../../wire/onvif/soap-fault.ts'
import { matchesTopic, TOPIC_DIALECTS } from '../../wire/onvif/topic-expression.ts'
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import { childOf, childrenOf, textAt } from '../../wire/onvif/xml-node.ts'
import {
  readBoolean,
  readDateTime,
  readDuration,
  readNumber,
  writeDateTime,
} from '../../wire/onvif/xsd-values.ts'
import { readTopicFilter } from '../events/topic-filter.ts'
import type { OnvifChannel } from '../ports.ts'
import type { Answer, OnvifService, Operations, ServiceCall } from '../service-call.ts'
import { TOKENS } from '../tokens.ts'
import { recordedChannel, recordingInformation } from './recording-items.ts'
import type { SearchKind } from './searches.ts'

const CAPABILITIES = element('tse:Capabilities', '', { MetadataSearch: false, GeneralStartEvents: false })

/** How long results are kept without a fetch, and how many one fetch and one search have. */
const KEEP_MS = { usual: 60_000, least: 1000, most: 600_000 } as const
const RESULTS = { ofFetch: 100, ofSearch: 5000 } as const

const NO_RECORDING = badValue('ter:NoRecording', 'The recording does not exist')
const NO_TOKEN = badValue('ter:InvalidToken', 'The search does not exist')

/** The one topic that these recordings have events of. */
const STATE_TOPIC = 'tns1:RecordingHistory/Recording/State'

/** Channels that the scope of a search includes. */
function channelsIn({ camera, input }: ServiceCall): OnvifChannel[] {
  const tokens = childrenOf(childOf(input, 'Scope'), 'IncludedRecordings').map(({ text }) => text)
  return camera.channels.filter(
    (channel) => tokens.length === 0 || tokens.includes(TOKENS.recording(channel)),
  )
}

const most = ({ input }: ServiceCall, name: string, limit: number): number => {
  const given = readNumber(textAt(input, name))
  return given === undefined || given < 1 ? limit : Math.min(limit, Math.floor(given))
}

function begin<T>(call: ServiceCall, kind: SearchKind, found: readonly T[], write: (one: T) => Xml): Answer {
  const text = textAt(call.input, 'KeepAliveTime')
  const given = text === undefined ? KEEP_MS.usual : readDuration(text)
  if (given === undefined) return badValue('ter:InvalidArgVal', 'no such KeepAliveTime')
  const keepMs = Math.min(KEEP_MS.most, Math.max(KEEP_MS.least, given))
  const results = {
    count: found.length,
    write: (from: number, to: number) => found.slice(from, to).map(write),
  }
  return element(
    'tse:SearchToken',
    call.context.searches.begin(call.camera.sn, call.client, kind, results, keepMs),
  )
}

/** Everything is found at once: a search is complete when its last results are fetched. */
const resultsOf =
  (kind: SearchKind) =>
  (call: ServiceCall): Answer => {
    const token = textAt(call.input, 'SearchToken') ?? ''
    const limit = most(call, 'MaxResults', RESULTS.ofFetch)
    const found = call.context.searches.next(call.camera.sn, kind, token, limit)
    if (!found) return NO_TOKEN
    return element('tse:ResultList', [
      element('tt:SearchState', found.isLast ? 'Completed' : 'Searching'),
      ...found.results,
    ])
  }

function findRecordings(call: ServiceCall): Answer {
  const { camera, context } = call
  const found = channelsIn(call)
    .map((channel) =>
      recordingInformation('tt:RecordingInformation', camera, channel, context.ports.recordings),
    )
    .filter((one) => one !== undefined)
  return begin(call, 'recordings', found.slice(0, most(call, 'MaxMatches', RESULTS.ofSearch)), (one) => one)
}

/** Beginnings and ends of what is recorded; backwards when the end lies before the start. A filter of other topics finds none. */
function findEvents(call: ServiceCall): Answer {
  const { camera, context, input, nowMs } = call
  const start = textAt(input, 'StartPoint')
  if (start === undefined) return missing('StartPoint')
  const startMs = readDateTime(start)
  const end = textAt(input, 'EndPoint')
  const endMs = end === undefined ? nowMs : readDateTime(end)
  if (startMs === undefined || endMs === undefined) return badValue('ter:InvalidArgVal', 'no such moment')
  const [fromMs, toMs] = [Math.min(startMs, endMs), Math.max(startMs, endMs)]
  const topics = readTopicFilter(childOf(input, 'SearchFilter'))
  if (topics && 'subcodes' in topics) return topics
  if (topics && !matchesTopic(topics, STATE_TOPIC)) return begin(call, 'events', [], eventResult)
  const withStart = readBoolean(textAt(input, 'IncludeStartState')) === true
  const events = channelsIn(call).flatMap((channel) => {
    const list = context.ports.recordings.recordings(camera.sn, channel.chnId, fromMs, toMs)
    const state = (atMs: number, isRecording: boolean, isStartState = false) => ({
      channel,
      atMs,
      isRecording,
      isStartState,
    })
    const changes = list
      .slice(0, RESULTS.ofSearch)
      .flatMap(({ startMs, endMs }) => [state(startMs, true), state(endMs, false)])
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    const wasRecording = list.some((one) => one.startMs < fromMs && one.endMs > fromMs)
    return withStart ? [state(fromMs, wasRecording, true), ...changes] : changes
  })
  events.sort((a, b) => (endMs < startMs ? b.atMs - a.atMs : a.atMs - b.atMs))
  return begin(call, 'events', events.slice(0, most(call, 'MaxMatches', RESULTS.ofSearch)), eventResult)
}

const eventResult = (event: {
  channel: OnvifChannel
  atMs: number
  isRecording: boolean
  isStartState: boolean
}): Xml => {
  const { channel, atMs, isRecording, isStartState } = event
  const time = writeDateTime(atMs)
  const token = TOKENS.recording(channel)
  const item = (Name: string, Value: string | boolean) => element('tt:SimpleItem', '', { Name, Value })
  return element('tt:Result', [
    element('tt:RecordingToken', token),
    element('tt:TrackToken', 'VIDEO001'),
    element('tt:Time', time),
    element('tt:Event', [
      element('wsnt:Topic', STATE_TOPIC, {
        Dialect: TOPIC_DIALECTS.concreteSet,
      }),
      element('wsnt:Message', [
        element(
          'tt:Message',
          [
            element('tt:Source', [item('RecordingToken', token)]),
            element('tt:Data', [item('IsRecording', isRecording)]),
          ],
          { UtcTime: time, PropertyOperation: isStartState ? 'Initialized' : 'Changed' },
        ),
      ]),
    ]),
    element('tt:StartStateEvent', isStartState),
  ])
}

const OPERATIONS: Operations = {
  GetServiceCapabilities: () => CAPABILITIES,
  GetRecordingSummary({ camera, context, nowMs }) {
    const spans = camera.channels
      .map(({ chnId }) => context.ports.recordings.spanOf(camera.sn, chnId))
      .filter((span) => span !== undefined)
    const [fromMs, untilMs] = [spans.map((span) => span.fromMs), spans.map((span) => span.toMs)]
    return element('tse:Summary', [
      element('tt:DataFrom', writeDateTime(spans.length > 0 ? Math.min(...fromMs) : nowMs)),
      element('tt:DataUntil', writeDateTime(spans.length > 0 ? Math.max(...untilMs) : nowMs)),
      element('tt:NumberRecordings', spans.length),
    ])
  },
  GetRecordingInformation({ camera, context, input }) {
    const channel = recordedChannel(camera, textAt(input, 'RecordingToken'))
    const { recordings } = context.ports
    return (
      (channel && recordingInformation('tse:RecordingInformation', camera, channel, recordings)) ??
      NO_RECORDING
    )
  },
  FindRecordings: findRecordings,
  GetRecordingSearchResults: resultsOf('recordings'),
  FindEvents: findEvents,
  GetEventSearchResults: resultsOf('events'),
  EndSearch: ({ context, camera, input, nowMs }) =>
    context.searches.end(camera.sn, textAt(input, 'SearchToken') ?? '')
      ? element('tse:Endpoint', writeDateTime(nowMs))
      : NO_TOKEN,
}

export const SEARCH_SERVICE: OnvifService = {
  path: 'search_service',
  prefix: 'tse',
  version: { major: 2, minor: 40 },
  operations: OPERATIONS,
  capabilities: CAPABILITIES,
}
