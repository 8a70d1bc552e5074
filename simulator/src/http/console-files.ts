import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler, type Response } from 'express'
import { setPageHeaders } from '../calls/security-headers.ts'

/** Vite puts a hash of the content into the names below assets/. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+$/

/** Serves the built console. Without one, `/` explains how to build it. */
export function serveConsole(folder: string | undefined): RequestHandler {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) {
    return (request, response, next) => {
      if (request.path !== '/' || request.method !== 'GET') return next()
      setPageHeaders(response)
      response.type('html').send(NOT_BUILT)
    }
  }
  return express.static(folder, {
    index: 'index.html',
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: setFileHeaders,
  })
}

/** Cache time of a console file, and the policy of its page. */
export function setFileHeaders(response: Response, path: string): void {
  response.setHeader('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (path.endsWith('.html')) setPageHeaders(response)
}

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Backlot</title>
<body style="font:16px/1.5 system-ui;max-width:40em;margin:4em auto;padding:0 1em">
<h1>The platform runs; its console is not built yet</h1>
<p>Run <code>npm run build</code> (or <code>npm start</code>, which builds it), then reload.
The interface is described at <a href="/docs">/docs</a>.</p>`
