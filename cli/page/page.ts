import { Bar } from './bar.ts'
import type { FromReplay, Place, ToReplay } from './messages.ts'
import { type PlatformWorker, placeOf, runConsole, tell } from './run-console.ts'

/** Starts a console whose platform is a recording. */
const { folder, entry } = placeOf(document.currentScript as HTMLScriptElement)
/** A host may have several recordings. */
const PLACE = `backlotReplay ${folder.pathname}`

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

let worker: PlatformWorker<ToReplay> | undefined
const bar = new Bar({
  setSpeed: (speed) => worker?.post({ kind: 'speed', speed }),
  again: () => worker?.post({ kind: 'again' }),
})

runConsole<ToReplay, FromReplay>({
  worker: new URL('worker.js', folder),
  serviceWorker: new URL('../service-worker.js', folder),
  entry,
  texts,
  start: { kind: 'start', place: savedPlace() },
  begun: (begun) => {
    worker = begun
  },
  told(message) {
    if (message.kind === 'place') savePlace(message.place)
    else bar.show(message.state)
  },
}).catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))

/** The place of a page that this tab showed before: a reload continues. */
function savedPlace(): Place | undefined {
  try {
    const saved = sessionStorage.getItem(PLACE)
    return saved === null ? undefined : (JSON.parse(saved) as Place)
  } catch {
    // A browser that keeps nothing begins anew.
    return undefined
  }
}

function savePlace(place: Place): void {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(place))
  } catch {
    // As above.
  }
}
