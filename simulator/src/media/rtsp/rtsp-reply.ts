import type { RtspReply, RtspStatus } from '../../wire/rtsp/rtsp-message.ts'

export const rtspReply = (status: RtspStatus, headers?: RtspReply['headers'], body?: string): RtspReply => ({
  status,
  ...(headers && { headers }),
  ...(body !== undefined && { body }),
})
