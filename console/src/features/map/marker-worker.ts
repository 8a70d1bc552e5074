/// <reference lib="webworker" />
import type { FromMarkerWorker, MarkerFrame, ToMarkerWorker } from './marker-frame.ts'
import { MarkerIndex } from './marker-index.ts'
import { MarkerStore } from './marker-store.ts'

/**
 * The markers' worker: keeps every device and answers with at most one frame at a time, the next only when the last is
 * on the screen. It sleeps while nothing changes and nothing moves.
 */
/** Interval of requesting a frame that may wait (a far view). */
const LOOK_MS = 100
const COUNT_MS = 1000

/** The compiler takes `self` for a page's window, since one configuration serves page and worker. */
const scope = self as unknown as DedicatedWorkerGlobalScope
let index: MarkerIndex | undefined
let waiting = false
let timer: number | undefined
let lastFrameMs = 0
/** Interval of frames; the page reports what it can draw. */
let everyMs = 100
let countsStale = true

function post(message: FromMarkerWorker, transfer: Transferable[] = []): void {
  scope.postMessage(message, transfer)
}

const buffersOf = (frame: MarkerFrame): Transferable[] => [
  frame.ids.buffer,
  frame.positions.buffer,
  frame.marks.buffer,
  frame.named.buffer,
  frame.stacks.buffer,
  frame.alarmed.buffer,
]

function tick(): void {
  timer = undefined
  if (!index || waiting) return
  const frame = index.frame(performance.now())
  if (!frame) {
    if (index.pending) timer = scope.setTimeout(tick, LOOK_MS)
    return
  }
  lastFrameMs = performance.now()
  waiting = true
  post({ type: 'frame', frame }, buffersOf(frame))
}

/** Requests a frame as soon as the pace allows. */
function wake(): void {
  if (timer !== undefined || waiting || !index) return
  timer = scope.setTimeout(tick, Math.max(0, everyMs - (performance.now() - lastFrameMs)))
}

function count(): void {
  if (!index || !countsStale) return
  countsStale = false
  post({ type: 'counts', counts: index.store.counts() })
}

function load(message: Extract<ToMarkerWorker, { type: 'load' }>): void {
  index = new MarkerIndex(new MarkerStore(message.datum, message.columns, message.nowS))
  waiting = false
  countsStale = true
  count()
}

function expand(build: number, cluster: number): void {
  const zoom = index?.clusters.expansionOf(build, cluster)
  if (zoom !== undefined) post({ type: 'expanded', cluster, zoom })
}

function within({ request, ring }: Extract<ToMarkerWorker, { type: 'within' }>): void {
  const ids = Uint32Array.from(index?.within(ring) ?? [])
  post({ type: 'within', request, ids }, [ids.buffer])
}

function drawn(message: Extract<ToMarkerWorker, { type: 'drawn' }>): void {
  waiting = false
  everyMs = message.everyMs
}

function take(message: ToMarkerWorker): void {
  if (message.type === 'load') load(message)
  else if (message.type === 'fixes') index?.applyFixes(message.batch, performance.now())
  else if (message.type === 'status') index?.applyStatus(message.batch)
  else if (message.type === 'clock') index?.setClock(message.nowS)
  else if (message.type === 'view') index?.setView(message.view)
  else if (message.type === 'filter') index?.setFilter(message.filter)
  else if (message.type === 'names') index?.setNames(message.shown)
  else if (message.type === 'within') within(message)
  else if (message.type === 'track') index?.track(message.id)
  else if (message.type === 'drawn') drawn(message)
  else expand(message.build, message.cluster)
  if (message.type === 'status' || message.type === 'clock') countsStale = true
}

scope.addEventListener('message', (event: MessageEvent<ToMarkerWorker>) => {
  take(event.data)
  wake()
})
setInterval(count, COUNT_MS)
