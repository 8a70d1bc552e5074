import { createHash } from 'node:crypto'
import {
  type AnyCall,
  anyCall,
  type BodyIn,
  type Call,
  type DataOut,
  type QueryIn,
} from '@backlot/contract/call'
import { controlVerifyCode } from '@backlot/contract/control/calls'
import { replySchema } from '@backlot/contract/envelope'
import { login, verifyCode } from '@backlot/contract/session/calls'
import type { UserInfo } from '@backlot/contract/session/entities'
import { control } from './control.ts'

export const DEMO_PASSWORD = 'Backlot@2026'

export type RawAnswer = { status: number; code: number; msg: string; data: unknown }

/** A person at the platform's HTTP interface, without a browser. */
export class Operator {
  /** Gets the status of every reply, for tests that hold it against the contract. */
  static onStatus: ((call: AnyCall, status: number) => void) | undefined
  readonly url: string
  cookie = ''
  sessionId = ''
  userInfo: UserInfo | undefined

  constructor(url: string) {
    this.url = url
  }

  /**
   * Signs in as people do: requests a verify code, reads it (by default through the control API, as a program on
   * loopback), sends the hashed password.
   */
  static async signIn(
    url: string,
    loginName = 'admin',
    password = DEMO_PASSWORD,
    readCode = async (key: string) => (await control(url, controlVerifyCode, { params: { key } })).code,
  ): Promise<Operator> {
    const operator = new Operator(url)
    const { verifyKey } = await operator.call(verifyCode)
    const verifycode = await readCode(verifyKey)
    const hashed = Operator.hash(password)
    const answer = await operator.call(login, {
      body: { loginName, password: hashed, verifycode, verifyKey },
    })
    operator.sessionId = answer.sessionId
    operator.userInfo = answer.userInfo
    return operator
  }

  /** A password as it is sent. */
  static hash(password: string): string {
    return createHash('sha256').update(password).digest('hex')
  }

  /** Makes a call and reads its answer by the contract. Throws on a nonzero code. */
  async call<C extends Call>(
    call: C,
    input: {
      query?: QueryIn<C>
      body?: BodyIn<C>
      params?: Record<string, string | number>
      headers?: Record<string, string>
    } = {},
  ): Promise<DataOut<C>> {
    const answer = await this.ask(call, input)
    if (answer.code !== 0) throw new Error(`${call.name}: ${answer.code} ${answer.msg}`)
    return replySchema(call.data).parse({ code: answer.code, msg: answer.msg, data: answer.data })
      .data as DataOut<C>
  }

  /** Makes a call and answers the raw result. */
  async ask<C extends Call>(
    call: C,
    input: {
      query?: QueryIn<C>
      body?: BodyIn<C>
      params?: Record<string, string | number>
      headers?: Record<string, string>
    } = {},
  ): Promise<RawAnswer> {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(input.params?.[name] ?? '')),
    )
    const target = new URL(path, this.url)
    for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
      if (value !== undefined) target.searchParams.set(key, String(value))
    }
    const body = call.method === 'POST' ? JSON.stringify(input.body ?? {}) : undefined
    const response = await fetch(target, {
      method: call.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...input.headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    for (const cookie of response.headers.getSetCookie()) this.cookie = cookie.split(';')[0] ?? ''
    Operator.onStatus?.(anyCall(call), response.status)
    const type = response.headers.get('content-type') ?? ''
    if (!type.includes('json')) {
      await response.arrayBuffer()
      return { status: response.status, code: response.ok ? 0 : response.status, msg: type, data: undefined }
    }
    const reply = (await response.json()) as { code: number; msg: string; data?: unknown }
    return { status: response.status, code: reply.code, msg: reply.msg, data: reply.data }
  }
}
