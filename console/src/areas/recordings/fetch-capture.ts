import { nothing, replySchema } from '@backlot/contract/envelope'
import { capturePicture } from '@backlot/contract/recordings/calls'
import { platformAddress } from '../../platform/config.ts'
import { CLIENT_CODES, PlatformReplyError } from '../../platform/platform-reply-error.ts'

/** A captured picture as a file. Rejects with PlatformReplyError when the platform answers that it has none. */
export async function fetchCapture(url: string): Promise<Blob> {
  const reply = await fetch(platformAddress(url), { credentials: 'include' })
  if (reply.ok && reply.headers.get('content-type')?.startsWith('image/')) return reply.blob()
  const said = replySchema(nothing).safeParse(await reply.json().catch(() => undefined))
  const { code, msg } = said.success ? said.data : { code: CLIENT_CODES.unreadable, msg: '' }
  throw new PlatformReplyError({ code, msg, httpStatus: reply.status, callName: capturePicture.name })
}
