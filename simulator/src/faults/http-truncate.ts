import { z } from 'zod'
import { defineFault } from './fault.ts'
import { requestMatcher } from './request-match.ts'

/**
 * The request is carried out, but its answer loses the end. Live streams have no length to be cut: they have media-cut.
 */
export const httpTruncate = defineFault({
  name: 'http-truncate',
  summary: 'Carries HTTP requests out but ends their answers in the middle of the body.',
  targets: ['paths', 'accounts'],
  parameters: z.strictObject({
    /** The part of the body that arrives. */
    share: z.number().min(0).max(0.999).default(0.5),
    /**
     * cut: the connection breaks there; short: the length fits the delivered bytes, as after a proxy that collects
     * answers.
     */
    how: z.enum(['cut', 'short']).default('cut'),
  }),
  attach({ parameters, target, aim, points }) {
    const matches = requestMatcher(target)
    const detach = points.http.attach((request) =>
      matches(request) && !isLiveStream(request.path) && aim.strikes() ? { bodyCut: parameters } : undefined,
    )
    return { detach }
  },
})

const isLiveStream = (path: string) => path.endsWith('.flv')
