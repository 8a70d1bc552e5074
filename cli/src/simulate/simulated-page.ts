import { SIMULATED_WAY } from '@backlot/contract/console-config'
import { clientAddressOf, isForwarded } from '@backlot/simulator/calls/client-address'
import type { HostGuard } from '@backlot/simulator/http/host-guard'
import { isLoopbackPeer } from '@backlot/simulator/kernel/loopback-address'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { UserError } from '../user-error.ts'
import { bodyOf } from './answer-call.ts'
import type { Simulation } from './create-simulation.ts'

const MAX_BODY = 64 * 1024
const Wish = z.strictObject({ patterns: z.array(z.string().min(1).max(100)).max(200) })

/**
 * Tells users of the platform and programs of this machine what is simulated, and lets whoever sits at this machine
 * change it.
 */
export function simulatedPage(
  simulation: Simulation,
  hostGuard: Pick<HostGuard, 'checkOrigin'>,
): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== SIMULATED_WAY) return next()
    try {
      // A proxy on this machine speaks for anybody.
      const isNear = isLoopbackPeer(clientAddressOf(request)) && !isForwarded(request)
      if (request.method === 'POST') {
        hostGuard.checkOrigin(request)
        if (!isNear)
          throw new PlatformError(
            'notPermitted',
            'What is simulated is chosen on the machine that runs the console.',
          )
        simulation.set(wishIn((await bodyOf(request, MAX_BODY)).toString('utf8')).patterns)
      } else if (request.method !== 'GET') throw new PlatformError('methodNotAllowed', 'Use GET or POST.')
      else if (!isNear && !(await simulation.visitor(request)))
        throw new PlatformError('notSignedIn', 'Sign in to see what is simulated.')
      response.set('cache-control', 'no-store').json({ code: 0, msg: '', data: simulation.state() })
    } catch (error) {
      next(error instanceof UserError ? new PlatformError('invalid', error.message, 'patterns') : error)
    }
  }
}

function wishIn(text: string): z.output<typeof Wish> {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new PlatformError('invalid', 'The body is not JSON.')
  }
  const read = Wish.safeParse(given)
  if (!read.success) throw new PlatformError('invalid', z.prettifyError(read.error), 'patterns')
  return read.data
}
