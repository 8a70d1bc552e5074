/// <reference lib="webworker" />
import type { FromAnswers, FromServiceWorker, ToAnswers, ToServiceWorker } from './messages.ts'

/**
 * Takes the console's requests to its platform and passes them to the worker of the page that made them. Files of the
 * folder come from its server.
 */
/** The compiler takes `self` for a page's window, since one configuration serves page and workers. */
const scope = self as unknown as ServiceWorkerGlobalScope

/** Written before this script: files of the folder, relative to it. */
declare const STATIC_FILES: readonly string[]
const files = new Set(STATIC_FILES)
const FOLDERS = ['replay/', 'recording/', 'simulator/', 'control/ui/']

/** A page that has just been restarted tells its port within this time. */
const ANSWERS_WITHIN_MS = 10_000
const BODYLESS = new Set([101, 204, 205, 304])

class Answers {
  readonly #port: MessagePort
  readonly #waiting = new Map<number, (message: FromAnswers) => void>()
  #last = 0

  constructor(port: MessagePort) {
    this.#port = port
    port.onmessage = ({ data }: MessageEvent<FromAnswers>) => this.#waiting.get(data.id)?.(data)
  }

  async ask(request: Request): Promise<Response> {
    const body =
      request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer()
    const id = ++this.#last
    const url = new URL(request.url)
    return new Promise((resolve) => {
      let pieces: ReadableStreamDefaultController<Uint8Array> | undefined
      const forget = () => this.#waiting.delete(id)
      this.#waiting.set(id, (message) => {
        if (message.kind === 'piece') pieces?.enqueue(message.bytes)
        else if (message.kind === 'end') {
          pieces?.close()
          forget()
        } else {
          const { status, headers, comesInPieces } = message
          if (!comesInPieces) forget()
          const stream = comesInPieces
            ? new ReadableStream<Uint8Array>({
                start: (controller) => {
                  pieces = controller
                },
                cancel: () => {
                  forget()
                  this.#post({ kind: 'cancel', id })
                },
              })
            : message.body
          resolve(new Response(BODYLESS.has(status) ? null : stream, { status, headers }))
        }
      })
      this.#post({
        kind: 'request',
        id,
        method: request.method,
        path: url.pathname + url.search,
        headers: Object.fromEntries(request.headers),
        body,
      })
    })
  }

  #post(message: ToAnswers): void {
    this.#port.postMessage(message)
  }
}

/** Workers of the open pages, by page; and pages by the name that pages within them give. */
const known = new Map<string, Answers>()
const named = new Map<string, string>()
const awaited = new Map<string, ((answers: Answers) => void)[]>()

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('message', (event) => {
  const { data, source, ports } = event as ExtendableMessageEvent & { data: ToServiceWorker }
  if (data.kind === 'claim') return event.waitUntil(scope.clients.claim())
  const [port] = ports
  if (!port || !(source instanceof Client)) return
  const answers = new Answers(port)
  known.set(source.id, answers)
  named.set(data.page, source.id)
  for (const tell of awaited.get(source.id) ?? []) tell(answers)
  awaited.delete(source.id)
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== scope.location.origin || isFile(url)) return
  event.respondWith(answer(event.clientId, request))
})

function isFile({ pathname }: URL): boolean {
  const folder = new URL(scope.registration.scope).pathname
  if (!pathname.startsWith(folder)) return false
  const name = pathname.slice(folder.length)
  return name === '' || files.has(name) || FOLDERS.some((one) => name.startsWith(one))
}

async function answer(clientId: string, request: Request): Promise<Response> {
  const page = await pageOf(clientId)
  const answers = page && (known.get(page.id) ?? (await toldBy(page)))
  if (answers) return answers.ask(request)
  // A link opened in another tab once no page is left that answers.
  return request.mode === 'navigate' ? fetch(request) : Response.error()
}

/**
 * The page that a request belongs to: a worker's requests are those of a page, those of a page within another one are
 * that one's, and those of a tab that shows an address of the platform are those of the console that was used last.
 */
async function pageOf(clientId: string): Promise<WindowClient | undefined> {
  const windows = await scope.clients.matchAll({ type: 'window' })
  for (const id of known.keys()) if (!windows.some((page) => page.id === id)) known.delete(id)
  const asking = windows.find(({ id }) => id === clientId)
  const consoles = windows.filter((page) => page.frameType !== 'nested' && isConsole(page))
  if (asking && consoles.includes(asking)) return asking
  const of = named.get((asking && new URL(asking.url).searchParams.get('page')) ?? '')
  return consoles.find(({ id }) => id === of) ?? consoles.find(({ focused }) => focused) ?? consoles[0]
}

/** Whether a page is the folder's own, rather than something that its platform answers. */
function isConsole({ url }: WindowClient): boolean {
  const folder = new URL(scope.registration.scope).pathname
  const { pathname } = new URL(url)
  return pathname === folder || pathname === `${folder}index.html`
}

/** The browser ends a service worker that is idle; the next one asks the page again. */
function toldBy(page: WindowClient): Promise<Answers | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ANSWERS_WITHIN_MS)
    const waiting = awaited.get(page.id) ?? []
    waiting.push((answers) => {
      clearTimeout(timer)
      resolve(answers)
    })
    awaited.set(page.id, waiting)
    const message: FromServiceWorker = { kind: 'needsAnswers' }
    page.postMessage(message)
  })
}
