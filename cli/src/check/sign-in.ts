import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { anyCall } from '@backlot/contract/call'
import { login, verifyCode } from '@backlot/contract/session/calls'
import { UserError } from '../user-error.ts'
import { type Ask, headOf, lookAt } from './check-reads.ts'
import type { Knowledge } from './knowledge.ts'
import type { PlatformClient } from './platform-client.ts'
import type { Finding } from './report.ts'

export type Account = { loginName: string; password: string }

export type SignInDeps = {
  ask: Ask
  client: PlatformClient
  known: Knowledge
  account: Account
  adapter: PlatformAdapter
  /** Reads the code in the picture; undefined when nobody can. */
  readCode(verifyKey: string, image: string): Promise<string>
  wants(name: string): boolean
}

/** Signs in as the console does. Throws a UserError when the platform does not let the account in. */
export async function signIn(deps: SignInDeps): Promise<{ findings: Finding[]; secrets: string[] }> {
  const { ask, client, known, account } = deps
  const codeCall = anyCall(verifyCode)
  const loginCall = anyCall(login)
  const asked = await lookAt(codeCall, headOf(codeCall, 'read'), () => ask(codeCall, {}))
  const { verifyKey = '', image = '' } = dataOf(asked.reply)
  // A platform without such a call wants no code.
  const wantsCode = asked.reply?.outcome === 'answered'
  const code = wantsCode ? await deps.readCode(String(verifyKey), String(image)) : ''
  const password = passwordDigest(account.password, deps.adapter.password)
  const body = { loginName: account.loginName, password, verifycode: code, verifyKey }
  const entered = await lookAt(loginCall, headOf(loginCall, 'write'), () => ask(loginCall, { body }))
  const { reply } = entered
  if (reply?.outcome !== 'answered') {
    const why = reply?.outcome === 'refused' ? `${reply.msg} (code ${reply.code})` : reply?.seen
    throw new UserError(`${account.loginName} could not sign in: ${why ?? 'the platform did not answer'}`)
  }
  const { sessionId = '' } = dataOf(reply)
  client.sessionId = String(sessionId)
  if (client.sessionId === '' && client.cookie === '')
    throw new UserError(
      `${account.loginName} could not sign in: the reply has no session id and sets no cookie. Describe the reply of the platform with --adapter.`,
    )
  known.learn(loginCall.name, reply.data)
  return {
    findings: [asked.finding, entered.finding].filter(({ name }) => deps.wants(name)),
    secrets: [account.password, password, String(verifyKey)],
  }
}

function dataOf(reply: Awaited<ReturnType<Ask>>['reply'] | undefined): Record<string, unknown> {
  if (reply?.outcome !== 'answered') return {}
  return typeof reply.data === 'object' && reply.data !== null ? (reply.data as Record<string, unknown>) : {}
}
