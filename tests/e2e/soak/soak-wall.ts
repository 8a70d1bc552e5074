import { controlCutChannel } from '@backlot/contract/control/calls'
import { controlAddFaults } from '@backlot/contract/control/fault-calls'
import type { CDPSession, Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { readPicture } from '../../../testing/read-picture.ts'
import { playingCameras } from '../support/fleet.ts'
import { signIn } from '../support/sign-in.ts'

export type SoakPlan = {
  durationMs: number
  /** Streams and the real-time channel are cut this often. */
  cutEveryMs: number
  /** Growth of the heap counts from here. */
  warmUpMs: number
  windows: number
  /** Called once a round. */
  onRound?: (round: SoakRound) => void
}

export type SoakRound = { atMs: number; heapBytes: number; nodes: number; alive: number; recoveredMs: number }

export type SoakReport = {
  rounds: SoakRound[]
  /** Part by which the heap grew from the end of the warm-up to the end (medians of a third each). */
  heapGrowth: number
  aliveAtEnd: number
  /** Tasks of the main thread over 50 ms after the wall had started, in milliseconds. */
  longTasksMs: number[]
  droppedPart: number
}

/** Longest time in which all windows must be back after a cut; at first the page's code is new besides. */
const PATIENCE_MS = 25_000
const FIRST_PATIENCE_MS = 60_000
/** Viewers are cut at key frames, of which one comes every two seconds. */
const MEDIA_CUT_MS = 2_500
const CHANNEL_AWAY_MS = 1_000
const POLL_MS = 250
const HEAP_LOOKS = 4

/**
 * A wall of windows for a long time, its streams and its real-time channel cut again and again. The page must have
 * nothing open yet. Throws when windows do not come back.
 */
export async function soakWall(page: Page, url: string, plan: SoakPlan): Promise<SoakReport> {
  const cameras = await wallCameras(url, plan.windows)
  await signIn(page, url, { to: `/realTime?layout=${plan.windows}` })
  for (const { sn } of cameras) {
    await page.goto(new URL(`/#/realTime?layout=${plan.windows}&sn=${sn}`, url).href)
    await page.waitForURL((address) => !address.href.includes('sn='))
  }
  const wall = new WallWatch(page, plan.windows)
  await wall.waitUntilAllMove(FIRST_PATIENCE_MS)
  const expected = new Set(cameras.map(({ cameraNumber }) => cameraNumber))
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(Math.round(duration))
    }).observe({ type: 'longtask' })
  })
  const cdp = await page.context().newCDPSession(page)
  const begun = performance.now()
  const since = () => performance.now() - begun
  const rounds: SoakRound[] = []
  const longTasksMs: number[] = []
  const frames = { total: 0, dropped: 0 }
  for (let round = 1; since() < plan.durationMs; round++) {
    await page.waitForTimeout(Math.max(0, Math.min(round * plan.cutEveryMs, plan.durationMs) - since()))
    longTasksMs.push(...(await takeLongTasks(page)))
    // Players restart their count after a cut.
    const counted = await wall.frames()
    frames.total += counted.total
    frames.dropped += counted.dropped
    const cutAt = since()
    await cutEverything(url)
    await page.waitForTimeout(MEDIA_CUT_MS)
    await wall.waitUntilAllMove()
    const recoveredMs = Math.round(since() - cutAt)
    const heap = await heapOf(cdp)
    // Collecting garbage for the measurement is no task of the console's.
    await takeLongTasks(page)
    const shown = await wall.camerasShown()
    const alive = [...shown].filter((camera) => expected.has(camera)).length
    rounds.push({ atMs: Math.round(since()), ...heap, alive, recoveredMs })
    plan.onRound?.(rounds.at(-1)!)
  }
  return {
    rounds,
    heapGrowth: growthOf(rounds, plan.warmUpMs),
    aliveAtEnd: rounds.at(-1)?.alive ?? 0,
    longTasksMs,
    droppedPart: frames.dropped / Math.max(1, frames.total),
  }
}

async function wallCameras(url: string, count: number) {
  const lists = await Promise.all([
    playingCameras(url, 'camera', count),
    playingCameras(url, 'ptzCamera', Math.min(4, count)),
  ])
  return lists.flat().slice(-count)
}

/** All streams lose their viewers, and every console its channel. */
async function cutEverything(url: string): Promise<void> {
  await control(url, controlAddFaults, {
    body: { faults: [{ fault: 'media-cut', schedule: { forMs: MEDIA_CUT_MS } }] },
  })
  await control(url, controlCutChannel, { body: { refuseForMs: CHANNEL_AWAY_MS } })
}

class WallWatch {
  readonly #page: Page
  readonly #count: number

  constructor(page: Page, count: number) {
    this.#page = page
    this.#count = count
  }

  /** Waits until each window's picture has moved on twice. */
  async waitUntilAllMove(patienceMs = PATIENCE_MS): Promise<void> {
    const until = performance.now() + patienceMs
    let first = await this.#shown()
    let second: number[] | undefined
    for (;;) {
      await this.#page.waitForTimeout(POLL_MS)
      const now = await this.#shown()
      const moved = (from: readonly number[]) =>
        now.length === this.#count && now.every((count, at) => count > 0 && count !== from[at])
      if (second === undefined && moved(first)) second = now
      else if (second && moved(second)) return
      if (now.length !== this.#count) first = now
      if (performance.now() > until)
        throw new Error(`Not all windows came back: ${JSON.stringify(await this.#states())}`)
    }
  }

  async camerasShown(): Promise<Set<number>> {
    const cameras = new Set<number>()
    for (const video of await this.#page.locator('.video-wall video').all()) {
      const picture = await readPicture(video)
      if (picture) cameras.add(picture.camera)
    }
    return cameras
  }

  frames(): Promise<{ total: number; dropped: number }> {
    return this.#page.evaluate(() => {
      let total = 0
      let dropped = 0
      for (const video of document.querySelectorAll('video')) {
        const quality = video.getVideoPlaybackQuality()
        total += quality.totalVideoFrames
        dropped += quality.droppedVideoFrames
      }
      return { total, dropped }
    })
  }

  /** Pictures that each window has shown. A video's own time goes on without any. */
  #shown(): Promise<number[]> {
    return this.#page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.video-wall .player[data-state="playing"] video')].map(
        (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
      ),
    )
  }

  #states(): Promise<string[]> {
    return this.#page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.video-window')].map(
        (window) => window.dataset.state ?? '',
      ),
    )
  }
}

function takeLongTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as typeof globalThis & { longTasks: number[] }).longTasks.splice(0))
}

/** Memory of the page after garbage collection; the least of some looks, since garbage in transit counts too. */
async function heapOf(cdp: CDPSession): Promise<{ heapBytes: number; nodes: number }> {
  await cdp.send('Performance.enable')
  const looks = { heapBytes: Number.POSITIVE_INFINITY, nodes: Number.POSITIVE_INFINITY }
  for (let look = 0; look < HEAP_LOOKS; look++) {
    await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    looks.heapBytes = Math.min(looks.heapBytes, value('JSHeapUsedSize'))
    looks.nodes = Math.min(looks.nodes, value('Nodes'))
  }
  return looks
}

/** From the median of the first third after the warm-up to that of the last third. */
function growthOf(rounds: readonly SoakRound[], warmUpMs: number): number {
  const counted = rounds.filter(({ atMs }) => atMs >= warmUpMs)
  const third = Math.max(1, Math.floor(counted.length / 3))
  const first = median(counted.slice(0, third))
  const last = median(counted.slice(-third))
  return last / first - 1
}

function median(rounds: readonly SoakRound[]): number {
  const sorted = rounds.map(({ heapBytes }) => heapBytes).sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
