import { talkTargetOf } from '@backlot/contract/talk/call-target'
import type { CallTarget } from '@backlot/contract/talk/intercom-frames'
import type { TalkDirectory } from '../areas/talk/ports.ts'
import { EVERYTHING } from '../calls/scope.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { TalkDevices } from './talk-devices.ts'
import type { TalkOperator } from './talk-operator.ts'

export type IncomingCall = {
  callId: string
  target: CallTarget
  cause: 'sos' | 'button'
  /** Whom it rings at. */
  operators: Set<TalkOperator>
  untilMs: number
  giveUp: () => void
}
type WhyOver = 'answeredElsewhere' | 'rejected' | 'hungUp' | 'noAnswer'

/** Devices that call: at whom it rings, and how that ends. */
export class IncomingCalls {
  readonly #directory: TalkDirectory
  readonly #devices: TalkDevices
  readonly #clock: HostClock
  readonly #calls = new Map<string, IncomingCall>()
  #count = 0

  constructor(directory: TalkDirectory, devices: TalkDevices, clock: HostClock) {
    this.#directory = directory
    this.#devices = devices
    this.#clock = clock
  }

  get ringing(): { callId: string; sn: string }[] {
    return [...this.#calls.values()].map(({ callId, target }) => ({ callId, sn: target.sn }))
  }

  /** The call, when it rings at this operator. */
  at(operator: TalkOperator, callId: string): IncomingCall | undefined {
    const call = this.#calls.get(callId)
    return call?.operators.has(operator) ? call : undefined
  }

  /**
   * A device calls those of `operators` who may see it. Undefined when it cannot call: offline, no audio, engaged,
   * calling already, one of others.
   */
  begin(
    sn: string,
    cause: 'sos' | 'button',
    operators: Iterable<TalkOperator>,
  ): { callId: string; rings: number } | undefined {
    const record = this.#directory.find(sn, EVERYTHING)
    const target = record && talkTargetOf(record)
    if (!record?.online || !target || typeof target === 'string') return undefined
    const device = this.#devices.get(sn)
    // A device of others calls over its own wire, if at all.
    if (device.remote || device.takenBy || this.ringing.some((call) => call.sn === sn)) return undefined
    const { callForMs } = device.behaviour
    const call: IncomingCall = {
      callId: `in-${(++this.#count).toString(36)}`,
      target: { sn, chnId: target.videoChnId },
      cause,
      operators: new Set(),
      untilMs: this.#clock.now() + callForMs,
      giveUp: this.#clock.after(callForMs, () => this.end(call, 'noAnswer')),
    }
    this.#calls.set(call.callId, call)
    for (const operator of operators) this.#ringAt(operator, call)
    return { callId: call.callId, rings: call.operators.size }
  }

  /** Somebody who signs in meanwhile hears it too. */
  enter(operator: TalkOperator): void {
    for (const call of this.#calls.values()) this.#ringAt(operator, call)
  }

  leave(operator: TalkOperator): void {
    for (const call of this.#calls.values()) call.operators.delete(operator)
  }

  /** Calls end for operators who may no longer see their device. */
  renewed(operator: TalkOperator): void {
    for (const call of this.#calls.values()) {
      if (this.#directory.find(call.target.sn, operator.caller.scope)) continue
      if (call.operators.delete(operator))
        operator.link.say({ type: 'incomingEnd', callId: call.callId, why: 'hungUp' })
    }
  }

  /** One operator declines; when nobody is left, the device is notified. */
  reject(operator: TalkOperator, callId: string): void {
    const call = this.#calls.get(callId)
    if (!call?.operators.delete(operator)) return
    operator.link.say({ type: 'incomingEnd', callId, why: 'rejected' })
    if (call.operators.size === 0) this.end(call, 'rejected')
  }

  /** The device gives up. Answers the number of calls ended. */
  hangUp(sn: string): number {
    const own = [...this.#calls.values()].filter(({ target }) => target.sn === sn)
    for (const call of own) this.end(call, 'hungUp')
    return own.length
  }

  end(call: IncomingCall, why: WhyOver, answeredBy?: TalkOperator): void {
    call.giveUp()
    this.#calls.delete(call.callId)
    for (const operator of call.operators) {
      operator.link.say({
        type: 'incomingEnd',
        callId: call.callId,
        why: operator === answeredBy ? 'answered' : why,
        ...(answeredBy && operator !== answeredBy ? { by: answeredBy.caller.name } : {}),
      })
    }
  }

  #ringAt(operator: TalkOperator, call: IncomingCall): void {
    const { callId, target, cause, untilMs } = call
    if (!this.#directory.find(target.sn, operator.caller.scope)) return
    call.operators.add(operator)
    const waitMs = Math.max(0, untilMs - this.#clock.now())
    operator.link.say({ type: 'incoming', callId, ...target, cause, waitMs })
  }
}
