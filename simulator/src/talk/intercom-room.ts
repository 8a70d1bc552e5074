import { isDuplex } from '@backlot/contract/talk/call-target'
import type { TalkRequest } from '@backlot/contract/talk/frames'
import type { CallEndReason, CallTarget, IntercomClientFrame } from '@backlot/contract/talk/intercom-frames'
import { startResult } from '../areas/talk/call-rules.ts'
import type { TalkDirectory } from '../areas/talk/ports.ts'
import { EVERYTHING } from '../calls/scope.ts'
import type { HostClock } from '../kernel/clock.ts'
import { IncomingCalls } from './incoming-calls.ts'
import { hearsDevice, type IntercomCall, isHeard } from './intercom-call.ts'
import type { DeviceAnswer, TalkDevice } from './talk-device.ts'
import type { TalkDevices } from './talk-devices.ts'
import type { TalkOperator, TalkRoom } from './talk-operator.ts'

type Frame<T extends IntercomClientFrame['type']> = Extract<IntercomClientFrame, { type: T }>

/** A call ends by itself after an hour. */
const CALL_MAX_MS = 3_600_000
/** How long a device that does not answer lets an operator wait. */
const NO_ANSWER_MS = 15_000

/** Calls, broadcasts and listening, and devices that call. One call an operator. */
export class IntercomRoom implements TalkRoom {
  readonly #directory: TalkDirectory
  readonly #devices: TalkDevices
  readonly #clock: HostClock
  readonly #operators = new Set<TalkOperator>()
  readonly #calls = new Map<TalkOperator, IntercomCall>()
  readonly #incoming: IncomingCalls

  constructor(directory: TalkDirectory, devices: TalkDevices, clock: HostClock) {
    this.#directory = directory
    this.#devices = devices
    this.#clock = clock
    this.#incoming = new IncomingCalls(directory, devices, clock)
  }

  get calls(): Iterable<IntercomCall> {
    return this.#calls.values()
  }

  get ringing(): Iterable<{ callId: string; sn: string }> {
    return this.#incoming.ringing
  }

  enter(operator: TalkOperator): void {
    this.#operators.add(operator)
    this.#incoming.enter(operator)
  }

  leave(operator: TalkOperator): void {
    this.#operators.delete(operator)
    const call = this.#calls.get(operator)
    if (call) this.#end(call, 'operator', 'hangUp')
    this.#incoming.leave(operator)
  }

  receive(operator: TalkOperator, frame: TalkRequest): void {
    switch (frame.type) {
      case 'callStart':
        this.#start(operator, frame)
        return
      case 'callTalk':
        this.#talk(operator, frame)
        return
      case 'callStop': {
        const call = this.#callOf(operator, frame.callId)
        if (call) this.#end(call, 'operator', 'hangUp')
        return
      }
      case 'callAnswer':
        this.#answer(operator, frame.callId)
        return
      case 'callReject':
        this.#incoming.reject(operator, frame.callId)
        return
    }
  }

  hear(operator: TalkOperator, samples: Int16Array): void {
    const call = this.#calls.get(operator)
    if (!call) return
    const nowMs = this.#clock.now()
    for (const device of new Set(call.ends.map((end) => end.device))) {
      if (isHeard(call)) device.hear(nowMs, samples)
      else device.meter.strayFrame()
    }
  }

  renewed(operator: TalkOperator): void {
    const { scope } = operator.caller
    const call = this.#calls.get(operator)
    if (call?.ends.some(({ target }) => !this.#directory.find(target.sn, scope)))
      this.#end(call, 'platform', 'revoked')
    this.#incoming.renewed(operator)
  }

  tick(frame: number, nowMs: number): void {
    for (const call of this.#calls.values()) {
      if (nowMs - call.startedMs > CALL_MAX_MS) this.#end(call, 'platform', 'tooLong')
      else if (hearsDevice(call))
        for (const { device } of call.ends) call.operator.link.sound(nowMs, device.speak(frame))
    }
  }

  deviceOffline(sn: string): void {
    this.hangUp(sn, 'deviceOffline')
  }

  /** The device ends its calls and stops calling. Answers their number. */
  hangUp(sn: string, reason: CallEndReason = 'hangUp'): number {
    let ended = 0
    for (const call of this.#calls.values()) {
      const others = call.ends.filter(({ target }) => target.sn !== sn)
      if (others.length === call.ends.length) continue
      ended++
      // A broadcast continues with the others.
      if (others.length > 0) {
        for (const end of call.ends) if (!others.includes(end)) this.#free(call, end.device)
        call.ends = others
      } else this.#end(call, 'device', reason)
    }
    return ended + this.#incoming.hangUp(sn)
  }

  /** A device calls everybody who may see it. Undefined when it cannot call. */
  call(sn: string, cause: 'sos' | 'button'): { callId: string; rings: number } | undefined {
    return this.#incoming.begin(sn, cause, this.#operators)
  }

  #callOf(operator: TalkOperator, callId: string): IntercomCall | undefined {
    const call = this.#calls.get(operator)
    return call?.callId === callId ? call : undefined
  }

  #start(operator: TalkOperator, { callId, kind, targets }: Frame<'callStart'>): void {
    const before = this.#calls.get(operator)
    if (before) this.#end(before, 'operator', 'hangUp')
    const wanted = kind === 'broadcast' ? targets : targets.slice(0, 1)
    const asked = wanted.map((target) => {
      const device = this.#directory.find(target.sn, operator.caller.scope)
      const end = device && this.#devices.get(target.sn)
      const taken = end?.takenBy !== undefined
      const isUnheard = kind === 'monitor' && end?.remote?.hasMicrophone === false
      const answer = isUnheard ? 'audioOffline' : (end?.behaviour.answer ?? 'ok')
      const judge = (given: DeviceAnswer) =>
        startResult({ wanted: kind, device, chnId: target.chnId, taken, answer: given })
      return { target, end, judge, ...judge(answer) }
    })
    const duplex = kind === 'call' && asked[0]?.kind === 'duplex'
    const call: IntercomCall = {
      callId,
      operator,
      kind,
      duplex,
      ends: [],
      state: 'idle',
      // The button that starts a call is still down; listening has none, and a V3 device is called first.
      talking: kind !== 'monitor' && !duplex,
      startedMs: this.#clock.now(),
      cancelRing: () => {},
      paths: [],
    }
    this.#calls.set(operator, call)
    const reached = asked.flatMap(({ result, end }) => (result === 0 && end ? [end] : []))
    for (const end of reached) if (kind !== 'monitor') end.takenBy ??= call
    const isOver = () => this.#calls.get(operator) !== call
    /** Devices of others: their answers take as long as they do. */
    const remote = asked.flatMap((one) => {
      const voice = one.result === 0 ? one.end?.remote : undefined
      return voice && one.end ? [{ one, device: one.end, voice }] : []
    })
    const rung = remote.map(async ({ one, device, voice }) => {
      const failed = (answer: DeviceAnswer): void => {
        Object.assign(one, one.judge(answer))
        path.close()
        if (!asked.some(({ end, result }) => end === device && result === 0)) this.#free(call, device)
      }
      const ended = (): void => {
        failed('network')
        this.hangUp(device.sn)
      }
      const path = voice.open(kind, ended, one.target.chnId)
      call.paths.push({ device, close: path.close })
      const answer = await path.answer
      if (answer !== 'ok') failed(answer)
    })
    const unanswered = asked.some(({ end, result }) => end?.behaviour.answer === 'noAnswer' && result !== 0)
    const ringMs = Math.max(
      unanswered && reached.length === 0 ? NO_ANSWER_MS : 0,
      ...reached.map((end) => (end.remote ? 0 : end.behaviour.ringMs)),
    )
    const answered = () => {
      call.ends = asked.flatMap(({ target, end, result }) =>
        result === 0 && end ? [{ target, device: end }] : [],
      )
      this.#answered(call, asked)
    }
    // The platform answers at once from what it knows; a device takes its time.
    if (reached.length === 0 && !unanswered) answered()
    else if (rung.length === 0) call.cancelRing = this.#clock.after(ringMs, answered)
    else {
      const rings = new Promise<void>((resolve) => {
        call.cancelRing = this.#clock.after(ringMs, resolve)
      })
      void Promise.all([rings, ...rung]).then(() => {
        if (!isOver()) answered()
      })
    }
  }

  #answered(
    call: IntercomCall,
    asked: readonly { target: CallTarget; kind: 'call' | 'monitor' | 'duplex'; result: number }[],
  ): void {
    const [first] = asked
    if (!first) return
    const failed = asked.find(({ result }) => result !== 0)
    const result = call.ends.length > 0 ? 0 : (failed?.result ?? 0)
    call.operator.link.say({
      type: 'callResult',
      callId: call.callId,
      kind: call.ends.length > 0 ? first.kind : (failed?.kind ?? first.kind),
      result,
      ...(call.kind === 'broadcast'
        ? { targets: asked.map(({ target, result: one }) => ({ ...target, result: one })) }
        : {}),
    })
    if (result !== 0) {
      this.#drop(call)
      return
    }
    // The button may have been let go while it rang.
    call.state = call.kind === 'monitor' ? 'monitoring' : call.duplex ? 'duplex' : 'calling'
    if (call.kind === 'call' && !call.duplex && !call.talking) call.state = 'monitoring'
    if (call.talking) for (const { device } of call.ends) device.meter.press()
    this.#sayState(call)
    // It may have moved out of reach while it rang.
    this.renewed(call.operator)
  }

  #talk(operator: TalkOperator, { callId, on, frames }: Frame<'callTalk'>): void {
    const call = this.#callOf(operator, callId)
    if (!call || call.kind === 'monitor' || call.talking === on) return
    call.talking = on
    for (const { device } of call.ends) {
      if (on) device.meter.press()
      else device.meter.release(frames)
    }
    if (call.kind === 'broadcast') {
      if (!on) this.#end(call, 'operator', 'released')
      return
    }
    if (call.state === 'idle') return
    if (!call.duplex) call.state = on ? 'calling' : 'monitoring'
    this.#sayState(call)
  }

  #answer(operator: TalkOperator, callId: string): void {
    const ring = this.#incoming.at(operator, callId)
    if (!ring) {
      // A colleague was faster, or the device gave up meanwhile.
      operator.link.say({ type: 'incomingEnd', callId, why: 'hungUp' })
      return
    }
    const before = this.#calls.get(operator)
    if (before) this.#end(before, 'operator', 'hangUp')
    const device = this.#devices.get(ring.target.sn)
    const duplex = isDuplex(this.#directory.find(ring.target.sn, EVERYTHING)?.protocolType)
    const call: IntercomCall = {
      callId,
      operator,
      kind: 'call',
      duplex,
      ends: [{ target: ring.target, device }],
      state: duplex ? 'duplex' : 'monitoring',
      talking: false,
      startedMs: this.#clock.now(),
      cancelRing: () => {},
      paths: [],
    }
    device.takenBy = call
    this.#calls.set(operator, call)
    this.#incoming.end(ring, 'answeredElsewhere', operator)
    operator.link.say({ type: 'callResult', callId, kind: duplex ? 'duplex' : 'call', result: 0 })
    this.#sayState(call)
  }

  #end(call: IntercomCall, by: 'operator' | 'device' | 'platform', reason: CallEndReason): void {
    this.#drop(call)
    call.operator.link.say({ type: 'callEnd', callId: call.callId, by, reason })
  }

  #drop(call: IntercomCall): void {
    call.cancelRing()
    call.state = 'idle'
    this.#calls.delete(call.operator)
    const reached = call.paths.map(({ device }) => device)
    for (const device of [...reached, ...this.#devices.known()]) this.#free(call, device)
  }

  #free(call: IntercomCall, device: TalkDevice): void {
    if (device.takenBy === call) device.takenBy = undefined
    for (const path of call.paths) if (path.device === device) path.close()
    call.paths = call.paths.filter((path) => path.device !== device)
  }

  #sayState({ operator, callId, state, kind, talking }: IntercomCall): void {
    operator.link.say({
      type: 'callState',
      callId,
      state,
      talking,
      ...(state === 'monitoring' ? { monitor: kind === 'monitor' ? (0 as const) : (1 as const) } : {}),
    })
  }
}
