import type { BodyIn, Call, DataOut } from '@backlot/contract/call'
import { channel } from './channel.ts'
import { request } from './client.ts'
import { CLIENT_CODES, PlatformReplyError } from './platform-reply-error.ts'

/** How long a device may take to answer. */
const ANSWER_MS = 15_000
let count = 0

/**
 * Sends an order to a device and waits for its own answer, which comes over the channel (`setting`, result 0 is
 * success). Rejects with a PlatformReplyError: the platform's refusal, `deviceRefused` or `deviceSilent`.
 */
export async function orderDevice<C extends Call>(call: C, body: BodyIn<C> & object): Promise<DataOut<C>> {
  const requestId = `${Date.now().toString(36)}-${(++count).toString(36)}-${Math.random().toString(36).slice(2, 10)}`
  const fail = (code: number) => new PlatformReplyError({ code, msg: '', httpStatus: 0, callName: call.name })
  let stop: () => void = () => undefined
  let timer: number | undefined
  try {
    const answered = new Promise<number>((resolve) => {
      stop = channel.on('setting', (message) => {
        if (message.requestId === requestId) resolve(message.result)
      })
    })
    const data = await request(call, { body: { ...body, requestId } as BodyIn<C> })
    const silent = new Promise<undefined>((resolve) => {
      timer = window.setTimeout(resolve, ANSWER_MS)
    })
    const result = await Promise.race([answered, silent])
    if (result === undefined) throw fail(CLIENT_CODES.deviceSilent)
    if (result !== 0) throw fail(CLIENT_CODES.deviceRefused)
    return data
  } finally {
    stop()
    window.clearTimeout(timer)
  }
}
