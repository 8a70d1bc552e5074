import { z } from 'zod'
import { defineFault } from './fault.ts'
import { requestMatcher } from './request-match.ts'

/** Requests wait before they are answered. */
export const httpLatency = defineFault({
  name: 'http-latency',
  summary: 'Delays HTTP requests before they are answered.',
  targets: ['paths', 'accounts'],
  parameters: z.strictObject({
    delayMs: z.number().min(0).max(120_000).default(500),
    /** Up to as much more, drawn evenly. */
    jitterMs: z.number().min(0).max(120_000).default(0),
  }),
  attach({ parameters, target, aim, points }) {
    const matches = requestMatcher(target)
    const detach = points.http.attach((request) =>
      matches(request) && aim.strikes()
        ? { delayMs: parameters.delayMs + aim.draw() * parameters.jitterMs }
        : undefined,
    )
    return { detach }
  },
})
