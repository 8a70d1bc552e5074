import { asyncApi } from '@backlot/contract/asyncapi'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { openApi } from '@backlot/contract/openapi'
import { Router } from 'express'
import type { Registry } from 'prom-client'
import { type MessageKey, message } from '../areas/messages.ts'
import { contractPage } from './contract-page.ts'
import { setPageHeaders } from './security-headers.ts'

export type PlatformPagesDeps = {
  version: string
  registry: Registry
  /** Whether the vital parts live, part by part; a text is the trouble of one that does not. */
  health(): Readonly<Record<string, boolean | MessageKey>>
}

/** /healthz, /metrics, /openapi.json, /asyncapi.json and the readable page /docs. Made when first asked for. */
export function platformPages(deps: PlatformPagesDeps): Router {
  const router = Router()
  const lazily = <T>(make: () => T) => {
    let made: { value: T } | undefined
    return () => {
      made ??= { value: make() }
      return made.value
    }
  }
  const openapi = lazily(() => openApi(PLATFORM_CALLS, deps.version))
  const asyncapi = lazily(() => asyncApi(deps.version))
  const page = lazily(() => contractPage(PLATFORM_CALLS, deps.version))
  router.get('/healthz', (_request, response) => {
    const parts = deps.health()
    const ok = Object.values(parts).every((state) => state === true)
    const trouble = Object.values(parts).find((state) => typeof state === 'string')
    response
      .status(ok ? 200 : 503)
      .json({ ok, parts, ...(trouble ? { reason: message(trouble, 'en') } : {}) })
  })
  router.get('/metrics', async (_request, response) => {
    response.type(deps.registry.contentType).send(await deps.registry.metrics())
  })
  router.get('/openapi.json', (_request, response) => {
    response.json(openapi())
  })
  router.get('/asyncapi.json', (_request, response) => {
    response.json(asyncapi())
  })
  router.get('/docs', (_request, response) => {
    setPageHeaders(response)
    response.type('html').send(page())
  })
  return router
}
