import { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'

/**
 * Request and response classes that already carry Express's prototypes. Express otherwise calls setPrototypeOf on
 * both of every request, which makes V8 give up its hidden classes; with these it finds nothing to change.
 */
export function expressMessages(app: Express): {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse
} {
  class Request extends IncomingMessage {}
  class Response<R extends IncomingMessage> extends ServerResponse<R> {}
  graft(Request.prototype, app.request)
  graft(Response.prototype, app.response)
  app.request = Request.prototype as unknown as Express['request']
  app.response = Response.prototype as unknown as Express['response']
  return { IncomingMessage: Request, ServerResponse: Response }
}

/** Copies what `source` and its ancestors up to Node's own class add; the nearest wins. */
function graft(target: object, source: object): void {
  for (let from: object | null = source; from !== null; from = Object.getPrototypeOf(from)) {
    if (from === IncomingMessage.prototype || from === ServerResponse.prototype) return
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (name !== 'constructor' && !Object.hasOwn(target, name)) {
        Object.defineProperty(target, name, { ...descriptor, configurable: true })
      }
    }
  }
}
