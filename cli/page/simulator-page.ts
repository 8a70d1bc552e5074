import type { FromSimulator, ToSimulator } from './messages.ts'
import { PAGE, placeOf, runConsole, tell, untell } from './run-console.ts'
import { SimulatorBar } from './simulator-bar.ts'

/** Starts a console whose platform is a simulator in the same page. */
const { folder, entry } = placeOf(document.currentScript as HTMLScriptElement)

const texts = navigator.language.startsWith('zh')
  ? {
      insecure: '此页面需要 Service Worker：请通过 https 或从 localhost 打开，且不要使用隐私窗口。',
      failed: '模拟平台无法启动：',
      loading: '正在下载模拟平台……',
      starting: '正在启动模拟平台：城市、设备和过去几天的数据……',
    }
  : {
      insecure:
        'This page needs service workers: open it over https or from localhost, and not in a private window.',
      failed: 'The simulated platform cannot start: ',
      loading: 'Downloading the simulated platform …',
      starting: 'Starting the simulated platform: its city, its devices and their last days …',
    }

const bar = new SimulatorBar(new URL(`../control/ui/index.html?page=${PAGE}#token=${PAGE}`, folder))
tell(texts.loading, 'status')

runConsole<ToSimulator, FromSimulator>({
  worker: new URL('worker.js', folder),
  type: 'module',
  serviceWorker: new URL('../service-worker.js', folder),
  entry,
  texts,
  start: { kind: 'start', controlToken: PAGE },
  told(message) {
    if (message.kind === 'step') tell(texts[message.step], 'status')
    else bar.show(message.state)
  },
  begun: () => {},
}).then(untell, (error: unknown) => tell(error instanceof Error ? error.message : String(error)))
