import { SIMULATED_WAY } from '@backlot/contract/console-config'
import { clientAddressOf, isForwarded } from '@backlot/simulator/calls/client-address'
import { validate } from '@backlot/simulator/calls/validate'
import type { HostGuard } from '@backlot/simulator/http/host-guard'
import { isLoopbackPeer } from '@backlot/simulator/kernel/loopback-address'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { refusal } from '@backlot/simulator/kernel/refusal'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { bodyOf } from './answer-call.ts'
import type { Simulation } from './create-simulation.ts'
import { WrongPattern } from './simulated-calls.ts'

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
        if (!isNear) throw refusal('notPermitted', 'simulatedElsewhere')
        simulation.set(wishIn((await bodyOf(request, MAX_BODY)).toString('utf8')).patterns)
      } else if (request.method !== 'GET') throw new PlatformError('methodNotAllowed', 'Use GET or POST.')
      else if (!isNear && !(await simulation.visitor(request))) throw refusal('notSignedIn', 'notSignedIn')
      response.set('cache-control', 'no-store').json({ code: 0, msg: '', data: simulation.state() })
    } catch (error) {
      next(error instanceof WrongPattern ? error.refusal : error)
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
  return validate(Wish, given, 'body') as z.output<typeof Wish>
}
