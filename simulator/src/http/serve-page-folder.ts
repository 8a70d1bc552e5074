import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

/** Built files of Vite and VitePress have a hash of their content in their name. */
const HASHED = /[\\/]assets[\\/].*[.-][\w-]{8}(\.lean)?\.\w+$/

export type PageFolder = {
  /** Where the pages are served, without a slash at the end. */
  path: string
  /** The built files. */
  folder: string
  /** Value of content-security-policy. */
  policy: string
  /** Status and page of every request while the folder is not built. */
  notBuilt: { status: number; html: string }
}

/**
 * Serves built pages that are the same for everybody, at a path of their own and under a policy of their own. A missing
 * page is answered with the folder's 404.html where it has one.
 */
export function servePageFolder({ path, folder, policy, notBuilt }: PageFolder): RequestHandler {
  const setHeaders = (response: Response) => {
    response.setHeader('content-security-policy', policy)
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('x-frame-options', 'DENY')
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=()')
  }
  const files = express.static(folder, {
    index: 'index.html',
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(response, file) {
      setHeaders(response)
      const isHashed = HASHED.test(file)
      response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, response, next) => {
    if (request.path !== path && !request.path.startsWith(`${path}/`)) return next()
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (request.path === path) return response.redirect(302, `${path}/`)
    if (!existsSync(join(folder, 'index.html'))) {
      setHeaders(response)
      response.status(notBuilt.status).type('html').send(notBuilt.html)
      return
    }
    const whole = request.url
    request.url = whole.slice(path.length)
    files(request, response, (error?: unknown) => {
      request.url = whole
      const missing = join(folder, '404.html')
      if (error || !existsSync(missing)) return next(error)
      setHeaders(response)
      response.status(404).type('html')
      createReadStream(missing).pipe(response)
    })
  }
}
