import type { ServerResponse } from 'node:http'

/**
 * Sources that the console's page may load from: itself, its workers, blobs (video, map), data pictures. Map providers
 * are proxied through us, so no foreign host is listed. 'wasm-unsafe-eval' is for the compiled shaders of the map and
 * the large screen; inline styles are antd's.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data: blob:",
  "media-src 'self' blob:",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data: ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

/** Headers of every answer, names and values in turn: its declared type is final, and no other site may embed it. */
export const SECURITY_HEADERS: readonly string[] = [
  'x-content-type-options',
  'nosniff',
  'cross-origin-resource-policy',
  'same-origin',
]

/** The same for answers that Express writes. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (let i = 0; i < SECURITY_HEADERS.length; i += 2)
    response.setHeader(SECURITY_HEADERS[i]!, SECURITY_HEADERS[i + 1]!)
}

/** Headers of pages. */
export function setPageHeaders(response: ServerResponse): void {
  response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY)
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('x-frame-options', 'SAMEORIGIN')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(self)')
}
