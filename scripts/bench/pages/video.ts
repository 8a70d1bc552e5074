// The console's players without its screens: opens windows at once and reports when each showed its first picture.
import { LIMITS } from '@backlot/contract/limits'
import { PTZ, ptzControl } from '@backlot/contract/ptz/calls'
import { LiveSession } from '../../../console/src/features/player/live-session.ts'
import { readStrip } from '../../../console/src/features/player/strip-reader.ts'
import { request } from '../../../console/src/platform/client.ts'
import type { Camera, Opened } from '../page-benches.ts'

const requestedAt = new Map<string, number>()
const ownFetch = window.fetch
window.fetch = (input, init) => {
  if (String(input).includes('/api/startLiveVideoReq')) {
    requestedAt.set((JSON.parse(String(init?.body)) as Camera).sn, performance.now())
  }
  return ownFetch(input, init)
}

const { VideoDecoder } = window
let windows: { camera: Camera; video: HTMLVideoElement; session: LiveSession }[] = []

window.videoBench = {
  onlyMse(only) {
    Object.assign(window, { VideoDecoder: only ? undefined : VideoDecoder })
  },
  ways() {
    return [...new Set(windows.map(({ session }) => JSON.stringify(session.way)))]
  },
  open(cameras, timeoutMs, whole) {
    const openedAt = performance.now()
    const all = Promise.all(cameras.map((camera, at) => openWindow(camera, openedAt, whole || at === 0)))
    return Promise.race([all, refuseAfter(timeoutMs)])
  },
  frames() {
    const sum = { total: 0, dropped: 0 }
    for (const { session } of windows) {
      sum.total += session.frames.total
      sum.dropped += session.frames.dropped
    }
    return sum
  },
  thinned() {
    return windows.filter(({ session }) => session.pictures.fewer).length
  },
  ages(durationMs, aheadMs) {
    const video = windows[0]?.video
    if (!video) throw new Error('No window is open.')
    const ages: number[] = []
    const gaps: number[] = []
    const until = performance.now() + durationMs
    let lastMs = performance.now()
    return new Promise((resolve) => {
      const look = (nowMs: number) => {
        // Reading takes its time, too.
        const shownMs = Date.now() + aheadMs
        const strip = readStrip(video)
        if (strip) ages.push(shownMs - strip.timeMs)
        gaps.push(nowMs - lastMs)
        lastMs = nowMs
        if (performance.now() < until) video.requestVideoFrameCallback(look)
        else resolve({ ages, gaps: gaps.slice(1) })
      }
      video.requestVideoFrameCallback(look)
    })
  },
  async turn(toTheRight, timeoutMs) {
    const [first] = windows
    if (!first) throw new Error('No window is open.')
    const { camera, video } = first
    const from = readStrip(video)
    const command = (cmd: number, speed: number) =>
      request(ptzControl, { body: { sn: camera.sn, chnId: camera.chnId, cmd, speed } })
    const pressedMs = performance.now()
    const sent = command(toTheRight ? PTZ.right : PTZ.left, LIMITS.ptzSpeedMax)
    const moved = new Promise<number>((resolve) => {
      const look = () => {
        const shownMs = performance.now()
        const strip = readStrip(video)
        if (strip && strip.panDeg !== from?.panDeg) resolve(shownMs - pressedMs)
        else video.requestVideoFrameCallback(look)
      }
      video.requestVideoFrameCallback(look)
    })
    try {
      await sent
      return await Promise.race([moved, refuseAfter(timeoutMs)])
    } finally {
      await command(PTZ.stop, 0)
    }
  },
  close() {
    for (const { video, session } of windows) {
      session.destroy()
      video.remove()
    }
    windows = []
  },
}

function openWindow(camera: Camera, openedAt: number, attended: boolean): Promise<Opened> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  document.querySelector('main')?.append(video)
  return new Promise((resolve, reject) => {
    video.requestVideoFrameCallback(() => {
      const now = performance.now()
      const fromRequestMs = now - (requestedAt.get(camera.sn) ?? Number.NaN)
      resolve({ sn: camera.sn, fromRequestMs, fromOpenMs: now - openedAt })
    })
    const session = new LiveSession(
      video,
      { streamType: 'sub', ...camera },
      {
        muted: true,
        onChange({ state, refusal }) {
          if (state === 'no-signal') reject(new Error(`${camera.sn}: ${refusal?.code} ${refusal?.msg}`))
        },
      },
    )
    session.setAttended(attended)
    windows.push({ camera, video, session })
    session.start()
  })
}

function refuseAfter(timeoutMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`No picture came within ${timeoutMs} ms.`)), timeoutMs)
  })
}
