import { CODES } from '@backlot/contract/codes'
import { z } from 'zod'
import { defineFault } from './fault.ts'
import { requestMatcher } from './request-match.ts'

/** Requests are refused with a code, before anything was done for them. */
export const httpCode = defineFault({
  name: 'http-code',
  summary: 'Refuses HTTP requests with a code, without carrying them out.',
  targets: ['paths', 'accounts'],
  parameters: z.strictObject({
    /** Code of the reply (503, 500, 429, 20011 …); the HTTP status follows from it. */
    code: z.number().int().min(1).max(99_999).default(CODES.unavailable),
    message: z.string().max(200).default('A fault of the simulator answers.'),
  }),
  attach({ parameters: { code, message }, target, aim, points }) {
    const matches = requestMatcher(target)
    const detach = points.http.attach((request) =>
      matches(request) && aim.strikes() ? { code, message } : undefined,
    )
    return { detach }
  },
})
