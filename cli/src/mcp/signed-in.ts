import { anyCall, type Call, type QueryIn } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { controlVerifyCode } from '@backlot/contract/control/calls'
import { Operator } from '@backlot/testing/operator'
import { type ControlTarget, controlCall } from '../control-client.ts'
import { UserError } from '../user-error.ts'

/** An account of a simulator that is signed in when it is first needed, and anew when its session has ended. */
export class SignedIn {
  readonly #target: ControlTarget
  readonly #account: { loginName: string; password: string }
  #operator: Promise<Operator> | undefined

  constructor(target: ControlTarget, account: { loginName: string; password: string }) {
    this.#target = target
    this.#account = account
  }

  /** Makes a call and answers its data. Throws a UserError with the platform's words when it is refused. */
  async ask<C extends Call>(
    call: C,
    input: { query?: QueryIn<C>; body?: unknown; params?: Record<string, string> },
  ) {
    const made = anyCall(call)
    let answer = await (await this.#signedIn()).ask(made, input)
    if (answer.code === CODES.notSignedIn || answer.code === CODES.sessionExpired) {
      this.#operator = undefined
      answer = await (await this.#signedIn()).ask(made, input)
    }
    if (answer.code !== 0) throw new UserError(`${call.name}: ${answer.msg} (code ${answer.code})`)
    return answer.data
  }

  #signedIn(): Promise<Operator> {
    this.#operator ??= this.#signIn().catch((error: unknown) => {
      this.#operator = undefined
      throw error
    })
    return this.#operator
  }

  async #signIn(): Promise<Operator> {
    const { loginName, password } = this.#account
    const readCode = async (key: string) =>
      (await controlCall(this.#target, controlVerifyCode, { params: { key } })).code
    try {
      return await Operator.signIn(this.#target.url, loginName, password, readCode)
    } catch (error) {
      throw new UserError(`${loginName} could not sign in: ${(error as Error).message}`)
    }
  }
}
