import type { openPsSender } from '../../media/ps/open-ps-sender.ts'

/** Opens the sending side of a session: `openPsSender`, or what tests put in its place. */
export type OpenPsSender = typeof openPsSender
