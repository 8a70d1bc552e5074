import type { ConsoleConfig } from '@backlot/contract/console-config'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { RequestHandler } from 'express'
import { CONFIG_FILE } from './console-build.ts'

/**
 * Paths that a server of the console answers itself: the page's config, its health, and that there is no control API.
 */
export function ownPages(
  config: () => ConsoleConfig,
  health: () => Promise<{ ok: boolean }>,
): RequestHandler {
  return (request, response, next) => {
    const { path } = request
    if (path === `/${CONFIG_FILE}`) return void response.set('cache-control', 'no-cache').json(config())
    if (path === '/healthz')
      return void health().then((state) => response.status(state.ok ? 200 : 503).json(state))
    // The control API is the simulator's: no real platform has it, and none is reached through us.
    if (path === '/control' || path.startsWith('/control/')) {
      return next(new PlatformError('notFound', 'There is no control API here.'))
    }
    next()
  }
}
