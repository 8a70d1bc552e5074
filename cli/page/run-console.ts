import type { FromPlatform, FromServiceWorker, ToPlatform, ToServiceWorker } from './messages.ts'
import { PageSockets } from './page-socket.ts'
import { saveLinks } from './save-links.ts'

/** Replies of a worker; those of a platform of a kind come besides. */
type Told = FromPlatform | { kind: string }

export type PlatformWorker<To> = { post(message: To | ToPlatform, transfer?: Transferable[]): void }

/**
 * Starts a console whose platform is a worker of its page: a service worker that takes its requests, a worker that
 * answers them, sockets that end in that worker, and then the console itself. Rejects with an Error whose words are
 * for the page's user.
 */
export async function runConsole<To extends { kind: string }, From extends { kind: string }>(options: {
  /** Address of the worker's script, and whether it is a module. */
  worker: URL
  type?: WorkerType
  serviceWorker: URL
  /** The console's own script. */
  entry: string
  texts: { insecure: string; failed: string }
  start: To
  told(message: Exclude<From, FromPlatform>): void
  /** Gets the worker before it is started. */
  begun?(worker: PlatformWorker<To>): void
}): Promise<void> {
  const { texts } = options
  if (!navigator.serviceWorker) throw new Error(texts.insecure)
  const worker = new Worker(options.worker, { type: options.type ?? 'classic' })
  const post = (message: To | ToPlatform, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer)
  const sockets = new PageSockets(post)
  options.begun?.({ post })
  const ready = new Promise<void>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(texts.failed + message))
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if (!isPlatforms(data)) options.told(data as Exclude<From, FromPlatform>)
      else if (data.kind === 'ready') resolve()
      else if (data.kind === 'failed') reject(new Error(texts.failed + data.reason))
      else if (data.kind === 'opened') sockets.get(data.id)?.opened()
      else if (data.kind === 'message') sockets.get(data.id)?.heard(data.data)
      else sockets.get(data.id)?.ended(data.code)
    }
  })
  post(options.start)
  const both = Promise.all([controlled(options.serviceWorker, texts.insecure), ready])
  const [controller] = await both.catch((error: unknown) => {
    worker.terminate()
    throw error
  })
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    post({ kind: 'answers' }, [port1])
    const message: ToServiceWorker = { kind: 'answers', page: PAGE }
    ;(navigator.serviceWorker.controller ?? controller).postMessage(message, [port2])
  }
  navigator.serviceWorker.onmessage = ({ data }: MessageEvent<FromServiceWorker>) => {
    if (data.kind === 'needsAnswers') connect()
  }
  connect()
  sockets.install()
  saveLinks()
  await import(options.entry)
}

/** Name of this page: pages within it, which have no worker of their own, give it in their address. */
export const PAGE = crypto.randomUUID()

const PLATFORMS: ReadonlySet<string> = new Set<FromPlatform['kind']>([
  'ready',
  'failed',
  'opened',
  'message',
  'close',
])
const isPlatforms = (data: Told): data is FromPlatform => PLATFORMS.has(data.kind)

/** Resolves when this page's requests reach the service worker: one that was loaded past it is claimed. */
async function controlled(script: URL, insecure: string): Promise<ServiceWorker> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(script).catch(() => undefined)
  if (!registration) throw new Error(insecure)
  if (!serviceWorker.controller) {
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      const message: ToServiceWorker = { kind: 'claim' }
      registration.active?.postMessage(message)
    })
  }
  const { controller } = serviceWorker
  if (!controller) throw new Error(insecure)
  return controller
}

/** Where the page's script was loaded from, and the console's script that it was told. */
export function placeOf(script: HTMLScriptElement): { folder: URL; entry: string } {
  return {
    folder: new URL('.', script.src),
    entry: new URL(script.dataset['console'] ?? '', document.baseURI).href,
  }
}

/** Tells in the console's place what there is to know; an error is announced. */
export function tell(text: string, role: 'alert' | 'status' = 'alert'): void {
  const show = () => {
    const line = document.createElement('p')
    line.textContent = text
    line.setAttribute('role', role)
    line.style.cssText =
      'position:fixed;inset:20vh 0 auto;max-width:40em;margin:0 auto;padding:0 1em;text-align:center;font:16px/1.5 var(--font);color:var(--text);white-space:pre-wrap'
    // The console's own place stays: it is drawn into later.
    document.querySelector('[data-backlot-told]')?.remove()
    line.dataset['backlotTold'] = ''
    document.body.append(line)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show, { once: true })
  else show()
}

/** Takes away what was told. */
export function untell(): void {
  document.querySelector('[data-backlot-told]')?.remove()
}
