import type { DataIn } from '@backlot/contract/call'
import {
  controlAskTerminal,
  controlTerminals,
  type TerminalRequest,
} from '@backlot/contract/wires/jt808/calls'
import { type Route, route } from '../../../calls/route.ts'
import type { Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import { type TerminalAnswer, TerminalRequestError } from '../../../gateways/jt808/terminal-requests.ts'
import { PlatformError } from '../../../kernel/platform-error.ts'
import type { Jt808Message } from '../../../wire/jt808/message.ts'
import { PARAMETER_TYPES } from '../../../wire/jt808/parameter-types.ts'
import { parameterOf, parameterValue } from '../../../wire/jt808/parameters.ts'
import { Jt808Error } from '../../../wire/jt808/problem.ts'

type Gateway = (Jt808Gateway & { address: string }) | undefined

/** The JT/T 808 gateway: who is connected, and requests to terminals. */
export function jt808Routes(jt808: Gateway): Route[] {
  return [
    route(controlTerminals, () => terminals(jt808)),
    route(controlAskTerminal, async ({ body }) => {
      if (!jt808) throw new PlatformError('unavailable', 'The JT/T 808 gateway is off.')
      try {
        const answer = await jt808.request(body.sn, messageOf(body.request))
        const { serial } = answer
        const isUpload = body.request.kind === 'upload' && serial !== undefined
        return { ...answerOf(answer), ...(isUpload ? { serial } : {}) }
      } catch (error) {
        if (error instanceof Jt808Error) throw new PlatformError('invalid', error.message, 'request')
        if (!(error instanceof TerminalRequestError)) throw error
        throw new PlatformError(error.code === 'offline' ? 'notFound' : 'unavailable', error.message, 'sn')
      }
    }),
  ]
}

function terminals(jt808: Gateway): DataIn<typeof controlTerminals> {
  if (!jt808) return { address: null, connections: 0, counters: {}, problems: {}, cuts: {}, list: [] }
  const { problems, cuts, ...counters } = jt808.counters
  return {
    address: jt808.address,
    connections: jt808.connections(),
    counters,
    problems: Object.fromEntries(problems),
    cuts: Object.fromEntries(cuts),
    list: jt808.terminals(),
  }
}

/** Whatever its alarms, its content and where it is stored. */
const ANY_RECORDING = { alarm: 0, videoAlarm: 0, mediaType: 0, storage: 0 }

function messageOf(request: TerminalRequest): Exclude<Jt808Message, { kind: 'unknown' }> {
  switch (request.kind) {
    case 'locate':
      return { kind: 'queryLocation' }
    case 'track':
      return { kind: 'tracking', intervalS: request.intervalS, validityS: request.validityS }
    case 'setParameters':
      return {
        kind: 'setParameters',
        parameters: request.parameters.map(({ id, value }) => parameterOf(id, value)),
      }
    case 'getParameters':
      return request.ids ? { kind: 'querySomeParameters', ids: request.ids } : { kind: 'queryParameters' }
    case 'text':
      return { kind: 'text', flag: request.flag, text: request.text }
    case 'control':
      return { kind: 'control', command: request.command, text: request.text }
    case 'attributes':
      return { kind: 'queryAttributes' }
    case 'avAttributes':
      return { kind: 'queryAvAttributes' }
    case 'resources':
      return { ...request, kind: 'queryResources', ...ANY_RECORDING }
    case 'playback':
      return { ...request, storage: ANY_RECORDING.storage }
    case 'upload':
      return { ...request, alarm: 0, videoAlarm: 0, storage: 0 }
    case 'live':
    case 'uploadControl':
    case 'liveControl':
    case 'playbackControl':
    case 'ptzRotate':
    case 'ptzFocus':
    case 'ptzIris':
    case 'ptzZoom':
    case 'ptzWiper':
    case 'ptzInfrared':
      return request
  }
}

function answerOf({ result, reply }: TerminalAnswer): DataIn<typeof controlAskTerminal> {
  switch (reply?.kind) {
    case 'locationReply': {
      const { longitude, latitude, speedKmh, directionDeg, atMs } = reply.location
      return { result, position: { longitude, latitude, speedKmh, directionDeg, atMs } }
    }
    case 'parameterReply':
      return {
        result,
        parameters: reply.parameters.map((parameter) => ({
          id: parameter.id,
          name: PARAMETER_TYPES[parameter.id]?.name,
          value: parameterValue(parameter),
        })),
      }
    case 'resourceList':
      return {
        result,
        recordings: reply.items.map(({ channel, start, end, streamType, fileBytes }) => ({
          channel,
          start,
          end,
          streamType,
          fileBytes,
        })),
      }
    case 'avAttributes':
    case 'attributes': {
      const { kind: _, ...attributes } = reply
      return { result, attributes }
    }
    default:
      return { result }
  }
}
