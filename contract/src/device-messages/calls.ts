import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { lines } from '../texts.ts'
import { DeviceMessage, MESSAGE_LIMITS } from './entities.ts'

/** `setting` of the channel's answer with the result of a message; its requestId is the message's id. */
export const MESSAGE_SETTING = 'message'

export const sendMessage = post('/device/sendMessage', {
  name: 'deviceMessages.send',
  summary:
    'Sends a text to an online unit (vehicle, body-worn camera). The reply confirms the sending. The channel reports whether the device accepted it (`setting` "message", result 0 is success, requestId the id), and so does the list.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.useDispatch,
  idempotencyKey: true,
  body: z.object({
    sn: z.string().min(1).max(64),
    text: lines(1, MESSAGE_LIMITS.text),
    urgent: z.boolean().default(false),
    spoken: z.boolean().default(false),
  }),
  data: z.object({ id: z.number().int() }),
})

export const listMessages = get('/device/messages', {
  name: 'deviceMessages.list',
  summary: 'Texts sent to the devices that the caller may see, or to one of them, newest first.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.useDispatch,
  query: z.object({
    sn: z.string().min(1).max(64).optional(),
    limit: z.coerce.number().int().min(1).max(MESSAGE_LIMITS.rows).default(50),
  }),
  data: z.object({ list: z.array(DeviceMessage) }),
})

export const DEVICE_MESSAGE_CALLS = [sendMessage, listMessages]
