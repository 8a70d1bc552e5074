import { noteProblem } from '../platform/diagnostics.ts'

/**
 * Registers the service worker of the shell, once the page is idle. Not where another one answers for the platform, on
 * pages that are not secure, and in the development server, whose files change.
 */
export function registerServiceWorker(): void {
  const workers = navigator.serviceWorker
  if (!import.meta.env.PROD || !workers) return
  workers.addEventListener('message', ({ data }: MessageEvent<{ kind?: string; address?: string }>) => {
    if (data?.kind === 'open' && data.address) location.hash = new URL(data.address).hash
  })
  if (workers.controller) return
  const register = () =>
    workers
      .register('./service-worker.js')
      .catch((error: unknown) => noteProblem('service worker', String(error)))
  if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: 10_000 })
  else setTimeout(() => void register(), 2000)
}
