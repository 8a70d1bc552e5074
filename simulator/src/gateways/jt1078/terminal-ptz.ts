/** Orders of operators to the cameras of terminals: 0x9301 to 0x9303 and 0x9306 (JT/T 1078-2016, 5.7). */
import type { DeviceAction, PtzMotion } from '../../devices/commands.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import type { Jt808Message } from '../../wire/jt808/message.ts'
import type { Jt808Gateway } from '../jt808/create-jt808-gateway.ts'
import type { Jt1078Counters } from './jt1078-counters.ts'

type PtzRequest = Extract<Jt808Message, { kind: `ptz${string}` }>

/** Speeds of the log are 1 to 100, those of the protocol 0 to 255. */
const FASTEST = { log: 100, wire: 255 } as const
const DIRECTIONS = { stop: 0, up: 1, down: 2, left: 3, right: 4 } as const
const LENS = { focus: 'ptzFocus', iris: 'ptzIris', zoom: 'ptzZoom' } as const
const TURNED = ['pan', 'tilt'] as const
const [MORE, LESS] = [0, 1]
/** The protocol moves a lens by steps: while a button is held, one step follows another, for half a minute at most. */
const STEP_MS = 400
const STEPS_MOST = 75

export type TerminalPtz = Disposable & {
  /** Carries an order of the log out; others than movements are no concern of it. */
  order(sn: string, action: DeviceAction): void
}

export function createTerminalPtz(deps: {
  gateway: Pick<Jt808Gateway, 'request'>
  counters: Pick<Jt1078Counters, 'requests' | 'requestsFailed'>
  /** The channel that an order is for which names none; undefined: nothing of it turns. */
  channelOf(sn: string): number | undefined
  hostClock: Pick<HostClock, 'after' | 'every'>
  log: { warn(fields: object, message: string): void }
}): TerminalPtz {
  const { gateway, counters, hostClock, log } = deps
  /** Ends what is held, by terminal and channel. */
  const held = new Map<string, () => void>()
  /** How a channel turns, by terminal and channel. */
  const turning = new Map<string, Pick<PtzMotion, 'pan' | 'tilt'>>()

  const send = (sn: string, request: PtzRequest): void => {
    counters.requests++
    const failed = (why: object) => {
      counters.requestsFailed++
      log.warn({ sn, kind: request.kind, ...why }, 'a terminal did not move its camera')
    }
    gateway.request(sn, request).then(
      ({ result }) => void (result !== ACK_RESULTS.ok && failed({ result })),
      (err: unknown) => failed({ err }),
    )
  }
  const release = (key: string): void => {
    held.get(key)?.()
    held.delete(key)
  }
  const turnsOf = (channel: number, { pan = 0, tilt = 0 }: Partial<PtzMotion>, speed: number): PtzRequest[] =>
    (
      [
        [tilt, DIRECTIONS.up, DIRECTIONS.down],
        [pan, DIRECTIONS.right, DIRECTIONS.left],
      ] as const
    ).flatMap(([share, positive, negative]) => {
      if (share === 0) return []
      const turnSpeed = Math.max(1, Math.round((Math.abs(share) * speed * FASTEST.wire) / FASTEST.log))
      return [
        {
          kind: 'ptzRotate',
          channel,
          direction: share > 0 ? positive : negative,
          turnSpeed: Math.min(FASTEST.wire, turnSpeed),
        },
      ]
    })
  const stepsOf = (channel: number, motion: Partial<PtzMotion>): PtzRequest[] =>
    (Object.keys(LENS) as (keyof typeof LENS)[]).flatMap((axis) => {
      const share = motion[axis] ?? 0
      return share === 0 ? [] : [{ kind: LENS[axis], channel, direction: share > 0 ? MORE : LESS }]
    })
  const standStill = (sn: string, channel: number): void => {
    turning.delete(`${sn}/${channel}`)
    send(sn, { kind: 'ptzRotate', channel, direction: DIRECTIONS.stop, turnSpeed: 0 })
  }

  const move = (sn: string, channel: number, action: Extract<DeviceAction, { kind: 'ptzMove' }>): void => {
    const key = `${sn}/${channel}`
    release(key)
    const before: Partial<PtzMotion> = turning.get(key) ?? {}
    // A direction ends by a stop of all of them.
    const isEnding = TURNED.some((axis) => before[axis] && action.motion[axis] === 0)
    if (isEnding) standStill(sn, channel)
    const turns = turnsOf(channel, { ...(isEnding && before), ...action.motion }, action.speed)
    const now = { ...before, ...action.motion }
    turning.set(key, { pan: now.pan ?? 0, tilt: now.tilt ?? 0 })
    const steps = stepsOf(channel, action.motion)
    for (const request of [...turns, ...steps]) send(sn, request)
    const ends: (() => void)[] = []
    if (steps.length > 0) {
      let left = STEPS_MOST
      const stop = hostClock.every(STEP_MS, () => {
        if (left-- <= 0) stop()
        else for (const request of steps) send(sn, request)
      })
      ends.push(stop)
    }
    if (action.forMs !== undefined)
      ends.push(
        hostClock.after(action.forMs, () => {
          release(key)
          if (turns.length > 0) standStill(sn, channel)
        }),
      )
    if (ends.length > 0) held.set(key, () => ends.forEach((end) => void end()))
  }

  return {
    order(sn, action) {
      if (action.kind !== 'ptzMove' && action.kind !== 'ptzStop') return
      const channel = action.chnId ?? deps.channelOf(sn)
      if (channel === undefined) return
      if (action.kind === 'ptzMove') {
        move(sn, channel, action)
        return
      }
      const { axes } = action
      release(`${sn}/${channel}`)
      if (!axes || axes.includes('pan') || axes.includes('tilt')) standStill(sn, channel)
    },
    [Symbol.dispose]() {
      for (const end of held.values()) end()
      held.clear()
    },
  }
}
