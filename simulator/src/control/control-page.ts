import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler, type Response } from 'express'

/** The built control page, beside the console. */
const PAGE_FOLDER = fileURLToPath(new URL('../../../console/dist-control-page', import.meta.url))
const CONTROL_PAGE_PATH = '/control/ui'

/**
 * Sources that the control page may load from: its own files and this origin's control API. No inline scripts or
 * styles, no other host, no framing.
 */
const CONTROL_PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/**
 * Serves the control page at /control/ui/. The files are the same for everybody and hold no data: they request it from
 * the control API with the token that the user entered.
 */
export function serveControlPage(folder = PAGE_FOLDER): RequestHandler {
  const files = express.static(folder, {
    index: 'index.html',
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(response, path) {
      setHeaders(response)
      const isHashed = /[\\/]assets[\\/]/.test(path)
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, response, next) => {
    if (request.path !== CONTROL_PAGE_PATH && !request.path.startsWith(`${CONTROL_PAGE_PATH}/`)) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (request.path === CONTROL_PAGE_PATH) return response.redirect(302, `${CONTROL_PAGE_PATH}/`)
    if (!existsSync(join(folder, 'index.html'))) {
      setHeaders(response)
      response.type('html').send(NOT_BUILT)
      return
    }
    const whole = request.url
    request.url = whole.slice(CONTROL_PAGE_PATH.length)
    files(request, response, (error?: unknown) => {
      request.url = whole
      next(error)
    })
  }
}

function setHeaders(response: Response): void {
  response.setHeader('content-security-policy', CONTROL_PAGE_POLICY)
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('x-frame-options', 'DENY')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=()')
}

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Backlot control</title>
<h1>The control page is not built yet</h1><p>Run <code>npm run build</code>, then reload.</p></html>`
