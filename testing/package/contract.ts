/**
 * Contract of console and platform. Single parts are under `backlot/contract/<area>/…`.
 * @module backlot/contract
 */
export type {
  AnyCall,
  BodyIn,
  BodyOut,
  Call,
  DataIn,
  DataOut,
  QueryIn,
  QueryOut,
} from '@backlot/contract/call'
export { ALL_CALLS } from '@backlot/contract/calls'
export { ChannelMessage, ClientFrame, ServerFrame } from '@backlot/contract/channel/frames'
export { CODES } from '@backlot/contract/codes'
export { replySchema } from '@backlot/contract/envelope'
export { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'
export { formatDateTime, parseDateTime } from '@backlot/contract/time'
