import { getAlarm, listAlarms } from '@backlot/contract/alarms/calls'
import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import type { Bounds } from '@backlot/contract/channel/frames'
import { deviceTree, gpsRealtime, positions } from '@backlot/contract/devices/calls'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { startLiveVideo, stopLiveVideo } from '@backlot/contract/live-video/calls'
import { reverseGeocode } from '@backlot/contract/map/calls'
import type { Measures } from './measures.ts'
import { watchStream } from './watch-stream.ts'

/** The operator that acts, as actions see it. */
export type ActingOperator = {
  readonly url: string
  readonly measures: Measures
  signIn(): Promise<void>
  signOut(): Promise<void>
  /** Makes a call; rejects on a refusal. */
  call<C extends Call>(call: C, input?: { query?: QueryIn<C>; body?: BodyIn<C> }): Promise<DataOut<C>>
  /** From 0 to 1. */
  draw(): number
  choose<T>(list: readonly T[]): T | undefined
  /** Remembers devices that were seen in the tree. */
  knows(nodes: readonly TreeNode[]): void
  cameras(): { sn: string; chnId: number }[]
  someSerials(count: number): string[]
  platformNowMs(): number
  /** Follows moving devices in a map window. */
  lookAt(bounds: Bounds): void
}

/** Action of an operator; resolves when it is done and rejects when it failed. */
export type Action = (operator: ActingOperator) => Promise<void>

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** How long a stream is watched. */
const WATCH_MS = 2000

const signIn: Action = async (operator) => {
  await operator.signOut()
  await operator.signIn()
}

/** Opens the tree, then one of its branches with all that is below. */
const tree: Action = async (operator) => {
  const { list } = await operator.call(deviceTree, { query: { parentId: 0 } })
  const branch = operator.choose(list.filter((node) => (node.deviceCount ?? 0) > 0))
  if (!branch) return
  const below = await operator.call(deviceTree, {
    query: { parentId: branch.id, childNode: 1, pageSize: 500 },
  })
  operator.knows(below.list.flatMap((node) => (node.sn === undefined ? [] : [node])))
}

/** Brings the map up, looks at a window of it and asks where a place is. */
const map: Action = async (operator) => {
  const { longitude, latitude } = await operator.call(positions)
  const at = Math.floor(operator.draw() * longitude.length)
  const [lon, lat] = [longitude[at], latitude[at]]
  if (lon === undefined || lat === undefined) return
  operator.lookAt([lon - 0.03, lat - 0.02, lon + 0.03, lat + 0.02])
  await operator.call(reverseGeocode, { query: { longitude: lon, latitude: lat } })
}

/** Watches a camera for a while. */
const watch: Action = async (operator) => {
  const camera = operator.choose(operator.cameras()) ?? (await findCamera(operator))
  if (!camera) return
  const order = { body: { sn: camera.sn, chnId: camera.chnId, streamType: 'sub' as const } }
  const { url } = await operator.call(startLiveVideo, order)
  await watchStream(new URL(url, operator.url.replace(/^http/, 'ws')), WATCH_MS, operator.measures)
  await operator.call(stopLiveVideo, order)
}

async function findCamera(operator: ActingOperator) {
  await tree(operator)
  return operator.choose(operator.cameras())
}

/** The newest alarms, the page after them, one of them in full. */
const alarms: Action = async (operator) => {
  const first = await operator.call(listAlarms, { query: { pageSize: 100 } })
  if (first.next !== undefined)
    await operator.call(listAlarms, { query: { pageSize: 100, next: first.next } })
  const alarm = operator.choose(first.list)
  if (alarm) await operator.call(getAlarm, { query: { id: alarm.id } })
}

/** The alarms of an earlier day, and where some devices last were. */
const history: Action = async (operator) => {
  const nowS = Math.floor(operator.platformNowMs() / 1000)
  const endTime = nowS - Math.floor(operator.draw() * 6 * DAY_S)
  await operator.call(listAlarms, {
    query: { startTime: endTime - DAY_S + HOUR_S, endTime, pageSize: 100, sort: 'startTime' },
  })
  const sns = operator.someSerials(20)
  if (sns.length > 0) await operator.call(gpsRealtime, { body: { list: sns } })
}

export const ACTIONS = { signIn, tree, map, watch, alarms, history } as const satisfies Record<string, Action>
export type ActionName = keyof typeof ACTIONS
