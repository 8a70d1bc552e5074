// Allowed answers: anything that the contract knows, but no failure of the platform's own.
import type { AnyCall } from '../../../contract/src/call.ts'

/** A fault of the platform's, in the words that fast-check prints beside the request. */
export class Fault extends Error {
  override name = 'Fault'
}

/** Throws a Fault for a status of 500 and above, unless the call states it. */
export function judgeStatus(status: number, call: AnyCall | undefined, body: string): void {
  if (status < 500) return
  if (status === 503 && call?.codes && '503' in call.codes) return
  throw new Fault(`answers ${status}: ${body.slice(0, 400)}`)
}

/** Throws a Fault when an answer of the platform is no envelope of the contract. */
export function judgeEnvelope(status: number, type: string, body: string): void {
  if (!type.startsWith('application/json') || status === 304 || body === '') return
  let reply: unknown
  try {
    reply = JSON.parse(body)
  } catch {
    throw new Fault(`answers no JSON: ${body.slice(0, 200)}`)
  }
  const code = typeof reply === 'object' && reply !== null && 'code' in reply ? reply.code : undefined
  if (status >= 400 && typeof code !== 'number')
    throw new Fault(`refuses without a code: ${body.slice(0, 200)}`)
}
