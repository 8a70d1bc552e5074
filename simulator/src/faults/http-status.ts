import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { defineFault } from './fault.ts'
import type { ForeignAnswer } from './http-faults.ts'
import { requestMatcher } from './request-match.ts'

/** Requests are answered by somebody before the platform: a proxy's page, an empty answer, an envelope. Undone. */
export const httpStatus = defineFault({
  name: 'http-status',
  summary: 'Answers HTTP requests with a raw status, as a proxy would, without carrying them out.',
  targets: ['paths', 'accounts'],
  parameters: z.strictObject({
    status: z.number().int().min(400).max(599).default(502),
    /** html: the page of a proxy; contract: the platform's envelope with the status as its code; empty: none. */
    body: z.enum(['html', 'contract', 'empty']).default('html'),
  }),
  attach({ parameters, target, aim, points }) {
    const matches = requestMatcher(target)
    const foreign = answerOf(parameters)
    const detach = points.http.attach((request) =>
      matches(request) && aim.strikes() ? { foreign } : undefined,
    )
    return { detach }
  },
})

/** The answer with a status, in one of the three forms. */
function answerOf({ status, body }: { status: number; body: 'html' | 'contract' | 'empty' }): ForeignAnswer {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`
  if (body === 'empty') return { status, contentType: 'text/plain; charset=utf-8', body: '' }
  if (body === 'contract') {
    return {
      status,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify({ code: status, msg: title }),
    }
  }
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n`,
  }
}
