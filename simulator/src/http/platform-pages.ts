import { asyncApi } from '@backlot/contract/asyncapi'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { openApi } from '@backlot/contract/openapi'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { setPageHeaders } from '../calls/security-headers.ts'
import type { HostClock } from '../kernel/clock.ts'
import { type MessageKey, message } from '../kernel/messages.ts'
import { contractPage } from './contract-page.ts'
import { serveDocument } from './serve-document.ts'
import { shareRuns } from './share-runs.ts'

/** How often the metrics are written down at most, milliseconds: they are some thousand lines. */
const METRICS_APART_MS = 250

export type PlatformPagesDeps = {
  version: string
  registry: Registry
  host: Pick<HostClock, 'now' | 'after'>
  /** Whether the vital parts live, part by part; a text is the trouble of one that does not. */
  health(): Readonly<Record<string, boolean | MessageKey>>
}

/** /healthz, /metrics, /openapi.json, /asyncapi.json and the readable page /docs. */
export function platformPages({ version, registry, host, health }: PlatformPagesDeps): Router {
  const router = Router()
  const metrics = shareRuns(host, METRICS_APART_MS, () => registry.metrics())
  router.get('/healthz', (_request, response) => {
    const parts = health()
    const ok = Object.values(parts).every((state) => state === true)
    const trouble = Object.values(parts).find((state) => typeof state === 'string')
    response
      .status(ok ? 200 : 503)
      .json({ ok, parts, ...(trouble ? { reason: message(trouble, 'en') } : {}) })
  })
  router.get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await metrics())
  })
  const json = (make: () => unknown) => serveDocument('json', () => JSON.stringify(make()))
  router.get(
    '/openapi.json',
    json(() => openApi(PLATFORM_CALLS, version)),
  )
  router.get(
    '/asyncapi.json',
    json(() => asyncApi(version)),
  )
  router.get(
    '/docs',
    serveDocument('html', () => contractPage(PLATFORM_CALLS, version), setPageHeaders),
  )
  return router
}
