import { Bar } from './bar.ts'
import type { FromReplay, FromServiceWorker, Place, ToReplay, ToServiceWorker } from './messages.ts'
import { PageSockets } from './page-socket.ts'

/**
 * Starts a console whose platform is a recording: a service worker that takes its requests, a worker that answers them,
 * sockets that end in that worker, and then the console itself.
 */
const PLACE = 'backlotReplay'
const script = document.currentScript as HTMLScriptElement
const entry = new URL(script.dataset['console'] ?? '', document.baseURI).href
const folder = new URL('.', script.src)

const texts = navigator.language.startsWith('zh')
  ? {
      insecure: '此页面需要 Service Worker：请通过 https 或从 localhost 打开，且不要使用隐私窗口。',
      failed: '无法读取录制内容：',
    }
  : {
      insecure:
        'This page needs service workers: open it over https or from localhost, and not in a private window.',
      failed: 'The recording cannot be read: ',
    }

start().catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))

async function start(): Promise<void> {
  if (!navigator.serviceWorker) return tell(texts.insecure)
  const worker = new Worker(new URL('worker.js', folder))
  const post = (message: ToReplay, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const sockets = new PageSockets(post)
  const bar = new Bar({
    setSpeed: (speed) => post({ kind: 'speed', speed }),
    again: () => post({ kind: 'again' }),
  })
  const ready = new Promise<void>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(texts.failed + message))
    worker.onmessage = ({ data }: MessageEvent<FromReplay>) => {
      if (data.kind === 'ready') resolve()
      else if (data.kind === 'failed') reject(new Error(texts.failed + data.reason))
      else if (data.kind === 'opened') sockets.get(data.id)?.opened()
      else if (data.kind === 'message') sockets.get(data.id)?.heard(data.data)
      else if (data.kind === 'close') sockets.get(data.id)?.ended(data.code)
      else if (data.kind === 'place') savePlace(data.place)
      else bar.show(data.state)
    }
  })
  post({ kind: 'start', place: savedPlace() })
  const [controller] = await Promise.all([controlled(), ready])
  const connect = () => {
    const { port1, port2 } = new MessageChannel()
    post({ kind: 'answers' }, [port1])
    const message: ToServiceWorker = { kind: 'answers' }
    ;(navigator.serviceWorker.controller ?? controller).postMessage(message, [port2])
  }
  navigator.serviceWorker.onmessage = ({ data }: MessageEvent<FromServiceWorker>) => {
    if (data.kind === 'needsAnswers') connect()
  }
  connect()
  sockets.install()
  await import(entry)
}

/** Resolves when this page's requests reach the service worker: one that was loaded past it is claimed. */
async function controlled(): Promise<ServiceWorker> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(new URL('../replay-service-worker.js', folder))
  if (!serviceWorker.controller) {
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
      const message: ToServiceWorker = { kind: 'claim' }
      registration.active?.postMessage(message)
    })
  }
  const { controller } = serviceWorker
  if (!controller) throw new Error(texts.insecure)
  return controller
}

/** The place of a page that this tab showed before: a reload continues. */
function savedPlace(): Place | undefined {
  const saved = sessionStorage.getItem(PLACE)
  return saved === null ? undefined : (JSON.parse(saved) as Place)
}

function savePlace(place: Place): void {
  sessionStorage.setItem(PLACE, JSON.stringify(place))
}

/** Tells in the console's place why there is none. */
function tell(text: string): void {
  const show = () => {
    const line = document.createElement('p')
    line.textContent = text
    line.setAttribute('role', 'alert')
    line.style.cssText = 'max-width:40em;margin:20vh auto;padding:0 1em;font:16px/1.5 system-ui;color:#8a97a8'
    document.body.replaceChildren(line)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show)
  else show()
}
