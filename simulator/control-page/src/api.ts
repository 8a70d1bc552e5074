import { forgetToken, token } from './settings.ts'

/** A refusal of the control API: its words, and the field that they are about. */
export class Refused extends Error {
  readonly code: number
  readonly field: string | undefined
  constructor(message: string, code: number, field?: string) {
    super(message)
    this.code = code
    this.field = field
  }
}

/** Told when the token is not, or no longer, the right one. */
let onNoToken: () => void = () => {}
export function whenTokenIsWrong(listener: () => void): void {
  onNoToken = listener
}

export function tokenIsWrong(): void {
  forgetToken()
  onNoToken()
}

export const authorization = () => ({ authorization: `Bearer ${token() ?? ''}` })

const NOT_PERMITTED = 403

/** Makes a control call. Rejects with Refused, or with an Error when nobody answers. */
export async function call<Data>(path: string, body?: unknown): Promise<Data> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...authorization(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.status === NOT_PERMITTED) tokenIsWrong()
  const reply = (await response.json()) as { code: number; msg: string; data?: Data & { field?: string } }
  if (reply.code !== 0) throw new Refused(reply.msg, reply.code, reply.data?.field)
  return reply.data as Data
}
