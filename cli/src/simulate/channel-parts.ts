import type { ChannelMessage, ServerFrame, Topic } from '@backlot/contract/channel/frames'
import type { SimulatedCalls } from './simulated-calls.ts'

/** Which call stands for the messages of each kind that the channel brings. */
const CALL_OF: Partial<Record<ChannelMessage['type'], string>> = {
  alarm: 'alarms.list',
  alarmGap: 'alarms.list',
  resource: 'alarms.list',
  alarmTypes: 'alarmTypes.list',
  workOrder: 'workOrders.list',
  playback: 'recordings.play',
  download: 'recordings.download',
  setting: 'deviceConfig.restart',
}

/** The call whose permission is needed to hear messages of a kind; undefined: they are never simulated apart. */
export const callOfMessage = (type: string): string | undefined => CALL_OF[type as ChannelMessage['type']]

/** Whether messages of a kind come from the simulated part. */
export const isSimulatedMessage = (type: string, simulated: SimulatedCalls): boolean => {
  const call = callOfMessage(type)
  return call !== undefined && simulated.has(call)
}

/** Whether the simulated part has anything to say on the channel. */
export const hasPushes = (simulated: SimulatedCalls): boolean =>
  Object.values(CALL_OF).some((call) => simulated.has(call))

/** Topics of a subscription that the simulated part answers, and those of the platform. */
export function splitTopics(topics: readonly Topic[], simulated: SimulatedCalls) {
  const isOurs = (topic: Topic) => topic === 'alarm' && isSimulatedMessage('alarm', simulated)
  return { simulated: topics.filter(isOurs), platform: topics.filter((topic) => !isOurs(topic)) }
}

type Login = Extract<ServerFrame, { type: 'loginReply' }>

/** The platform's answer to a sign-in, with what the simulated part adds; the platform's refusal stands. */
export function joinedLogin(platform: Login, simulated: Login, which: SimulatedCalls, boot: string): Login {
  if (platform.code !== 0) return platform
  const { alarmCursor: _cursor, requests = [], ...rest } = platform
  const cursor = isSimulatedMessage('alarm', which) ? simulated.alarmCursor : platform.alarmCursor
  return {
    ...rest,
    boot,
    ...(cursor === undefined ? {} : { alarmCursor: cursor }),
    requests: [
      ...requests.filter((name) => !which.has(name)),
      ...(simulated.requests ?? []).filter((name) => which.has(name)),
    ],
  }
}
