/** Orders of operators to devices: DeviceControl (GB/T 28181-2016, A.2.3.1 and A.3). */
import type { CruiseStep, DeviceAction } from '../../devices/commands.ts'
import type { ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { encodePtzCommand, type PtzAction, TOUR } from '../../wire/gb28181/ptz-command.ts'
import type { GbContext } from './gateway-context.ts'
import type { GbChannel } from './gb-channels.ts'
import type { GbRequest } from './gb-queries.ts'
import type { GbSession } from './gb-session.ts'

type GbControlBody = ManscdpOf<'deviceControl'>

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
/** The preset that stands for the home position: the protocol has no other place to return to. */
const HOME_PRESET = 255
/** Time without an order after which a device returns to it, seconds. */
const HOME_AFTER_S = 60
const TOUR_VALUE_MOST = 0xfff
/** Width and height of the picture that a dragged box is measured by. */
const WINDOW = 1000

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
    case 'homeSet':
      return [{ kind: 'preset', action: 'set', preset: HOME_PRESET }]
    case 'homeCall':
      return [{ kind: 'preset', action: 'call', preset: HOME_PRESET }]
    case 'cruiseSet':
      return tourOf(action.cruise, action.steps)
    case 'cruiseDelete':
      return isByte(action.cruise) ? [tour(TOUR.remove, action.cruise, 0)] : []
    case 'cruiseStart':
      return isByte(action.cruise) ? [tour(TOUR.start, action.cruise, 0)] : []
    // A tour ends with any order to stand still.
    case 'cruiseStop':
      return [STILL]
    default:
      return []
  }
}

const isByte = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 255
/** A value of twelve bits: the low eight in the sixth byte, the others in the seventh. */
const tour = (command: number, first: number, value: number): PtzAction => ({
  kind: 'other',
  command,
  first,
  second: value & 255,
  high: value >> 8,
})

/** A tour anew: its presets in order, and one speed and one stay for all, which are those of its first step. */
function tourOf(cruise: number, steps: readonly CruiseStep[]): PtzAction[] {
  const [first] = steps
  if (!first || !isByte(cruise)) return []
  const presets = steps.filter(({ preset }) => preset >= 1 && isByte(preset))
  const stayS = Math.min(TOUR_VALUE_MOST, Math.max(1, Math.round(first.dwellMs / 1000)))
  return [
    tour(TOUR.remove, cruise, 0),
    ...presets.map(({ preset }) => tour(TOUR.add, cruise, preset)),
    tour(TOUR.speed, cruise, Math.min(TOUR_VALUE_MOST, Math.max(1, Math.round(first.speed)))),
    tour(TOUR.stay, cruise, stayS),
  ]
}

/** A point that comes to the middle, as a box that is dragged around it. */
function boxOf({ x, y, zoomFactor }: Extract<DeviceAction, { kind: 'ptzPoint' }>): Partial<GbControlBody> {
  const share = zoomFactor >= 1 ? 1 / zoomFactor : zoomFactor
  const length = Math.max(1, Math.round(WINDOW * share))
  const box = {
    length: WINDOW,
    width: WINDOW,
    midPointX: Math.round(((x + 1) / 2) * WINDOW),
    midPointY: Math.round(((1 - y) / 2) * WINDOW),
    lengthX: length,
    lengthY: length,
  }
  return zoomFactor >= 1 ? { dragZoomIn: box } : { dragZoomOut: box }
}

/** What an order is besides PTZCmd. */
function commandOf(action: DeviceAction): Partial<GbControlBody> | undefined {
  if (action.kind === 'ptzPoint') return boxOf(action)
  if (action.kind !== 'homeSet') return undefined
  return { homePosition: { enabled: 1, resetTimeS: HOME_AFTER_S, presetIndex: HOME_PRESET } }
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
      context.faults.note(session.sn, 'order', String(status))
      log.warn({ sn: session.sn, status }, 'a device did not take an order')
    })
  }
  const steer = (
    session: GbSession,
    channel: GbChannel,
    actions: readonly PtzAction[],
    name?: string,
  ): void => {
    for (const action of actions)
      send(session, {
        kind: 'deviceControl',
        deviceId: channel.gbId,
        ptzCmd: encodePtzCommand({ address: DECODER, action }),
        ...(name !== undefined && session.is2022 && { ptzCmdParams: { presetName: name } }),
        info: { controlPriority: 5 },
      })
  }
  /** Ends of momentary moves, by device and channel. */
  const stops = new Map<string, () => void>()
  return {
    order(sn, action) {
      const session = sessions.get(sn)
      if (!session) return
      if (action.kind === 'reboot')
        return send(session, { kind: 'deviceControl', deviceId: sn, teleBoot: 'Boot' })
      const actions = ptzActionsOf(action)
      // An order that names no channel is for the first one that turns.
      const asked = 'chnId' in action ? action.chnId : undefined
      const channel = records
        .find(sn)
        ?.channels.find(({ isPtz, isGone, chnId }) => isPtz && !isGone && chnId === (asked ?? chnId))
      const command = commandOf(action)
      if ((actions.length === 0 && !command) || !channel) return
      const key = `${sn}/${channel.chnId}`
      stops.get(key)?.()
      steer(session, channel, actions, action.kind === 'presetSet' ? action.name : undefined)
      if (command) send(session, { kind: 'deviceControl', deviceId: channel.gbId, ...command })
      if (action.kind !== 'ptzMove' || action.forMs === undefined) return
      const still = actions.map(({ kind }) => (kind === 'lens' ? LENS_STILL : STILL))
      const cancelTimer = hostClock.after(action.forMs, () => {
        stop()
        steer(session, channel, still)
      })
      const stop = () => {
        cancelTimer()
        session.ends.delete(stop)
        if (stops.get(key) === stop) stops.delete(key)
      }
      stops.set(key, stop)
      session.ends.add(stop)
    },
  }
}
