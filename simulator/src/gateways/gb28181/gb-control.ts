/** Orders of operators to devices: DeviceControl (GB/T 28181-2016, A.2.3.1 and A.3). */
import type { DeviceAction } from '../../devices/commands.ts'
import { encodePtzCommand, type PtzAction } from '../../wire/gb28181/ptz-command.ts'
import type { GbContext } from './gateway-context.ts'
import type { GbChannel } from './gb-channels.ts'
import type { GbRequest } from './gb-queries.ts'
import type { GbSession } from './gb-session.ts'

/** Speeds of the log are 1 to 100, those of the protocol 0 to 255, of zoom 0 to 15. */
const FASTEST = 100
const STILL: PtzAction = {
  kind: 'move',
  pan: 0,
  tilt: 0,
  zoom: 0,
  panSpeed: 0,
  tiltSpeed: 0,
  zoomSpeed: 0,
}
const LENS_STILL: PtzAction = { kind: 'lens', focus: 0, iris: 0, focusSpeed: 0, irisSpeed: 0 }
const DECODER = 1

/** What an order is in the protocol; an empty list: the protocol, or this gateway, has none. */
export function ptzActionsOf(action: DeviceAction): PtzAction[] {
  switch (action.kind) {
    case 'ptzMove':
      return movesOf(action.motion, action.speed)
    case 'ptzStop': {
      const axes = action.axes ?? ['pan', 'tilt', 'zoom', 'focus', 'iris']
      const isLens = axes.some((axis) => axis === 'focus' || axis === 'iris')
      const isMove = axes.some((axis) => axis === 'pan' || axis === 'tilt' || axis === 'zoom')
      return [...(isMove ? [STILL] : []), ...(isLens ? [LENS_STILL] : [])]
    }
    case 'presetSet':
    case 'presetCall':
    case 'presetDelete': {
      const { preset } = action
      const isThere = preset >= 1 && preset <= 255
      const what = ({ presetSet: 'set', presetCall: 'call', presetDelete: 'delete' } as const)[action.kind]
      return isThere ? [{ kind: 'preset', action: what, preset }] : []
    }
    default:
      return []
  }
}

function movesOf(motion: Extract<DeviceAction, { kind: 'ptzMove' }>['motion'], speed: number): PtzAction[] {
  const { pan, tilt, zoom, focus, iris } = motion
  const sign = (value = 0) => Math.sign(value) as -1 | 0 | 1
  const scaled = (value = 0, most: number) =>
    value === 0 ? 0 : Math.min(most, Math.max(1, Math.round((Math.abs(value) * speed * most) / FASTEST)))
  const actions: PtzAction[] = []
  if (pan !== undefined || tilt !== undefined || zoom !== undefined)
    actions.push({
      kind: 'move',
      pan: sign(pan),
      tilt: sign(tilt),
      zoom: sign(zoom),
      panSpeed: scaled(pan, 255),
      tiltSpeed: scaled(tilt, 255),
      zoomSpeed: scaled(zoom, 15),
    })
  if (focus !== undefined || iris !== undefined)
    actions.push({
      kind: 'lens',
      focus: sign(focus),
      iris: sign(iris),
      focusSpeed: scaled(focus, 255),
      irisSpeed: scaled(iris, 255),
    })
  return actions
}

/** Sends orders of the log to the devices that they are for; the others are no concern of it. */
export function createGbControl(context: GbContext): { order(sn: string, action: DeviceAction): void } {
  const { sessions, records, counters, queries, hostClock, log } = context
  const send = (session: GbSession, request: GbRequest): void => {
    counters.controls++
    void queries.send(session, request).then((status) => {
      if (typeof status === 'number' && status < 300) return
      counters.controlsFailed++
      log.warn({ sn: session.sn, status }, 'a device did not take an order')
    })
  }
  const steer = (session: GbSession, channel: GbChannel, actions: readonly PtzAction[]): void => {
    for (const action of actions)
      send(session, {
        kind: 'deviceControl',
        deviceId: channel.gbId,
        ptzCmd: encodePtzCommand({ address: DECODER, action }),
        info: { controlPriority: 5 },
      })
  }
  /** Momentary moves end here. */
  const stops = new Map<string, () => void>()
  return {
    order(sn, action) {
      const session = sessions.get(sn)
      if (!session) return
      if (action.kind === 'reboot')
        return send(session, { kind: 'deviceControl', deviceId: sn, teleBoot: 'Boot' })
      const actions = ptzActionsOf(action)
      // The log's orders name no channel: a device is steered by its first one that turns.
      const channel = records.find(sn)?.channels.find(({ isPtz, isGone }) => isPtz && !isGone)
      if (actions.length === 0 || !channel) return
      stops.get(sn)?.()
      steer(session, channel, actions)
      if (action.kind !== 'ptzMove' || action.forMs === undefined) return
      const still = actions.map(({ kind }) => (kind === 'lens' ? LENS_STILL : STILL))
      const cancelTimer = hostClock.after(action.forMs, () => {
        stop()
        steer(session, channel, still)
      })
      const stop = () => {
        cancelTimer()
        session.ends.delete(stop)
        if (stops.get(sn) === stop) stops.delete(sn)
      }
      stops.set(sn, stop)
      session.ends.add(stop)
    },
  }
}
