import { fileURLToPath } from 'node:url'
import type { RequestHandler } from 'express'
import { servePageFolder } from '../http/serve-page-folder.ts'

/** The built control page, beside the console. */
const PAGE_FOLDER = fileURLToPath(new URL('../../../console/dist-control-page', import.meta.url))

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
export const serveControlPage = (folder = PAGE_FOLDER): RequestHandler =>
  servePageFolder({
    path: '/control/ui',
    folder,
    policy: CONTROL_PAGE_POLICY,
    notBuilt: { status: 200, html: NOT_BUILT },
  })

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Backlot control</title>
<h1>The control page is not built yet</h1><p>Run <code>npm run build</code>, then reload.</p></html>`
