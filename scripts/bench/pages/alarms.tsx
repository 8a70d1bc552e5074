// The console's live list, open and listing alarms one by one, fed by the page: by its store as it is shipped, or by a
// copy of the list for each event, as stores are often written.
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { AlarmDrawer } from '../../../console/src/areas/alarms/alarm-drawer.tsx'
import { emptyList, receiveAlarms, useAlarms } from '../../../console/src/areas/alarms/alarm-store.ts'
import { startLanguage } from '../../../console/src/language/language.ts'
import { queryClient } from '../../../console/src/platform/query-client.ts'
import '../../../console/src/shell/page.css'
import '../page-benches.ts'

const DEVICES = 300
const TYPES = ['AiAlarm', 'VideoAlarm', 'IoAlarm', 'DeviceAlarm', 'DustAlarm', 'VehicleAlarm']
const START_S = 1_795_000_000
const SETTLED_MS = 400

let count = 0
function nextAlarm(): Alarm {
  const n = ++count
  const device = (n * 7919) % DEVICES
  return {
    id: n,
    sn: `BENCH${device}`,
    chnId: 1,
    chnName: 'Main',
    alarmSeq: `bench-${n}`,
    type: TYPES[n % TYPES.length]!,
    subType: '',
    state: 1,
    alarmSource: 1,
    startTime: START_S + Math.floor(n / 1000),
    endTime: null,
    resource: [],
    isRead: 0,
    processingId: null,
    processingName: '',
    processingContent: '',
    processingType: null,
    processingTime: null,
    devName: `Device ${device}`,
    number: '',
    cursor: n,
  }
}

const FEEDS = {
  shipped: (alarm: Alarm) => receiveAlarms([alarm], { updateOnly: false, counted: true }),
  copying: (alarm: Alarm) =>
    useAlarms.setState(({ list, newCount }) => {
      const at = list.findIndex(
        (one) => one.sn === alarm.sn && one.chnId === alarm.chnId && one.alarmSeq === alarm.alarmSeq,
      )
      if (at >= 0) return { list: list.map((one, i) => (i === at ? alarm : one)) }
      return { list: [alarm, ...list].slice(0, LIMITS.liveAlarmCap), newCount: newCount + 1 }
    }),
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

await startLanguage('en', ['liveAlarms', 'alarms'])
const list = TYPES.map((type, i) => ({
  id: i,
  name: type,
  type,
  parentId: 0,
  nodeType: 0,
  parentType: '',
  key: type,
  level: 1 + (i % 4),
}))
queryClient.setQueryData(['alarmTypes', 'en'], { list }, { updatedAt: Date.now() + 3_600_000 })
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      <AlarmDrawer />
    </MemoryRouter>
  </QueryClientProvider>,
)

window.alarmBench = {
  async fill(kind) {
    emptyList()
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    receiveAlarms(
      Array.from({ length: LIMITS.liveAlarmCap }, () => nextAlarm()),
      { updateOnly: false, counted: false },
    )
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    // In a storm the shipped list counts by type unless the operator wants them one by one: both draw the same here.
    FEEDS[kind](nextAlarm())
    await nextFrame()
  },
  async run(kind, perSecond, forMs) {
    const feed = FEEDS[kind]
    const began = performance.now()
    let fed = 0
    for (let now = began; now - began < forMs; now = await nextFrame()) {
      const due = Math.floor(((now - began) * perSecond) / 1000)
      for (; fed < due; fed++) feed(nextAlarm())
      if (kind === 'shipped' && useAlarms.getState().storm.raging) listOneByOne()
    }
    return { fed, rows: document.querySelectorAll('.alarm-row').length }
  },
}

function listOneByOne(): void {
  const input = document.querySelector<HTMLInputElement>('.alarm-drawer-filter .ant-segmented input')
  if (input && !input.checked) input.click()
}
