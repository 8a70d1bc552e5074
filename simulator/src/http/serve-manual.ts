import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { servePageFolder } from './serve-page-folder.ts'

/** The built site of docs/ (`npm run docs`). */
const MANUAL_FOLDER = fileURLToPath(new URL('../../../docs/dist', import.meta.url))

/** The manual's own files alone; inline styles are the colours of its code. No other host, no framing. */
const MANUAL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the documentation at /manual/, with its search and its list for language models, /manual/llms.txt. */
export const serveManual = (folder = MANUAL_FOLDER): RequestHandler =>
  servePageFolder({
    path: '/manual',
    folder,
    policy: MANUAL_POLICY,
    notBuilt: { status: 404, html: NOT_BUILT },
  })

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Backlot manual</title>
<h1>The manual is not built yet</h1><p>Run <code>npm run docs</code> in the repository, then reload. The same pages are
in its folder <code>docs</code>.</p></html>`
