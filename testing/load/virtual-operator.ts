import { createHash } from 'node:crypto'
import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import type { Bounds } from '@backlot/contract/channel/frames'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { login, logout, verifyCode } from '@backlot/contract/session/calls'
import { Operator } from '../operator.ts'
import { ACTIONS, type ActingOperator, type ActionName } from './actions.ts'
import type { Measures } from './measures.ts'
import { OperatorChannel } from './operator-channel.ts'
import { chooseAction, type Profile } from './profiles.ts'
import type { Random } from './random.ts'

export type Account = { loginName: string; password: string }

export type VirtualOperatorDeps = {
  url: string
  account: Account
  profile: Profile
  random: Random
  measures: Measures
  /** Reads the picture of a verify code. */
  readCode(verifyKey: string): Promise<string>
  signal: AbortSignal
}

/** A refusal of the platform: counted already. */
class Refused extends Error {}

/** Operator at a console who follows a profile, over HTTP and the channel, until stopped. */
export class VirtualOperator implements ActingOperator {
  readonly url: string
  readonly measures: Measures
  readonly #deps: VirtualOperatorDeps
  #person: Operator
  #channel: OperatorChannel | undefined
  #devices: readonly TreeNode[] = []

  constructor(deps: VirtualOperatorDeps) {
    this.#deps = deps
    this.url = deps.url
    this.measures = deps.measures
    this.#person = new Operator(deps.url)
  }

  /** Works until the signal. An action that fails is counted; the operator continues. */
  async work(): Promise<void> {
    const { profile, signal, random } = this.#deps
    if (await this.#do('signIn', () => this.signIn())) this.measures.count('operators')
    while (!signal.aborted) {
      await pause(profile.pauseMs * (0.5 + random()), signal)
      if (signal.aborted) break
      if (!this.#channel?.isOpen) await this.#do('signIn', () => ACTIONS.signIn(this))
      else {
        const name = chooseAction(profile, random())
        await this.#do(name, () => ACTIONS[name](this))
      }
    }
    this.#channel?.close()
    await this.signOut()
  }

  async signIn(): Promise<void> {
    const { account, readCode } = this.#deps
    this.#person = new Operator(this.url)
    const { verifyKey } = await this.call(verifyCode)
    const verifycode = await readCode(verifyKey)
    const password = createHash('sha256').update(account.password).digest('hex')
    const { sessionId, userInfo } = await this.call(login, {
      body: { loginName: account.loginName, password, verifycode, verifyKey },
    })
    this.#person.sessionId = sessionId
    const session = { loginName: userInfo.loginName, sessionId }
    this.#channel = await OperatorChannel.open(this.url, session, this.measures)
    this.#channel.send({
      type: 'subscribe',
      id: 'all',
      topics: ['status', 'alarm'],
      scope: { kind: 'subtree', groupId: 0 },
    })
  }

  async signOut(): Promise<void> {
    this.#channel?.close()
    this.#channel = undefined
    if (this.#person.sessionId === '') return
    this.#person.sessionId = ''
    await this.#do('signOut', async () => {
      await this.call(logout, { body: {} as never })
    })
  }

  /** Makes a call, measured and read by the contract. Rejects on a refusal. */
  async call<C extends Call>(
    call: C,
    input: { query?: QueryIn<C>; body?: BodyIn<C> } = {},
  ): Promise<DataOut<C>> {
    const { measures } = this
    const beganMs = performance.now()
    try {
      const answer = await this.#person.ask(call, input)
      const tookMs = performance.now() - beganMs
      measures.time('http', tookMs)
      measures.time(`http.${call.name}`, tookMs)
      if (answer.code !== 0) {
        measures.count(`refused.${call.name}.${answer.code}`)
        throw new Refused(`${call.name}: ${answer.code} ${answer.msg}`)
      }
      const parsed = call.data.safeParse(answer.data)
      if (!parsed.success) {
        measures.count('contract.errors')
        throw new Refused(`${call.name} breaks the contract.`)
      }
      return parsed.data as DataOut<C>
    } catch (error) {
      measures.count('http.errors')
      throw error
    }
  }

  draw(): number {
    return this.#deps.random()
  }

  choose<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.draw() * list.length)]
  }

  /** Remembers devices that were seen in the tree. */
  knows(nodes: readonly TreeNode[]): void {
    this.#devices = nodes
  }

  cameras(): { sn: string; chnId: number }[] {
    return this.#devices.flatMap(({ sn, videoOnlineStatus, chnList }) => {
      const video = chnList?.find(({ type }) => type === 0)
      return sn !== undefined && videoOnlineStatus && video ? [{ sn, chnId: video.chnId }] : []
    })
  }

  someSerials(count: number): string[] {
    return this.#devices.slice(0, count).flatMap(({ sn }) => (sn === undefined ? [] : [sn]))
  }

  platformNowMs(): number {
    return Date.now() + (this.#channel?.aheadMs ?? 0)
  }

  /** Follows moving devices in a map window. */
  lookAt(bounds: Bounds): void {
    this.#channel?.send({ type: 'subscribe', id: 'map', topics: ['gps'], scope: { kind: 'window', bounds } })
  }

  /** Runs an action, measured. Answers whether it was done. */
  async #do(name: ActionName | 'signOut', action: () => Promise<void>): Promise<boolean> {
    const beganMs = performance.now()
    try {
      await action()
      this.measures.time(`action.${name}`, performance.now() - beganMs)
      return true
    } catch (error) {
      this.measures.count('action.errors')
      this.measures.count(`failed.${name}`)
      if (!(error instanceof Refused)) this.measures.note(`${name}: ${(error as Error).message}`)
      else this.measures.note(error.message)
      return false
    }
  }
}

/** Waits, or until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}
