import type { BodyIn } from '@backlot/contract/call'
import { getInfo, updateMyInfo } from '@backlot/contract/session/calls'
import { request } from '../../platform/client.ts'
import { updateUserInfo } from '../../session/session-store.ts'

/** Changes the user's own account and takes over the platform's answer. Rejects with PlatformReplyError. */
export async function saveMyInfo(body: BodyIn<typeof updateMyInfo>): Promise<void> {
  await request(updateMyInfo, { body })
  updateUserInfo((await request(getInfo)).userInfo)
}
