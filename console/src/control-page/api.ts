import { say, tokenIsWrong, useControl } from './store.ts'
import { t } from './text.ts'

/** A refusal of the control API: its words, and the field that they are about. */
export class Refused extends Error {
  readonly field: string | undefined
  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

const NOT_PERMITTED = 403

/** Asks the control API with the token. A token that is refused is forgotten. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${useControl.getState().token ?? ''}` }
  const response = await fetch(path, { ...init, headers })
  if (response.status === NOT_PERMITTED) tokenIsWrong()
  return response
}

/** Makes a control call; a body makes it a POST. Rejects with Refused, or with an Error when nobody answers. */
export async function call<Data>(path: string, body?: object): Promise<Data> {
  const response = await ask(
    path,
    body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  const reply: { code: number; msg: string; data: Data & { field?: string } } = await response.json()
  if (reply.code !== 0) throw new Refused(reply.msg, reply.data?.field)
  return reply.data
}

export const reasonOf = (error: unknown): string => (error instanceof Refused ? error.message : t('noAnswer'))

/** Makes a call and reports the result. Answers whether it was done. */
export async function attempt(act: () => Promise<unknown>, onRefused?: (error: Refused) => void) {
  try {
    await act()
    say(t('done'))
    return true
  } catch (error) {
    if (error instanceof Refused) onRefused?.(error)
    say(t('failed', { why: reasonOf(error) }), true)
    return false
  }
}

/** Makes a call and reports the result. */
export const order = (path: string, body: object) => attempt(() => call(path, body))
