import { z } from 'zod'
import { optionalPort } from '../../option-types.ts'

export const JT808_OPTIONS = {
  jt808Port: optionalPort,
  /** Sound and pictures of terminals, TCP and UDP; 0 picks a free port, null is off. Left out: 1078, or a free one. */
  jt1078Port: optionalPort,
  /** Host that terminals are told to send them to; left out: the address at which they connected. */
  jt1078Host: z.string().min(1).max(200).optional(),
}
