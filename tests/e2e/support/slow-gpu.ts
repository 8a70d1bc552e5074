import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Frames of the markers' canvas: how many, how many at once at most, how many begun before the last had ended. */
    slowGpu?: { frames: number; mostInFlight: number; early: number }
  }
}

/** Lets the fences of the markers' canvas pass `slowMs` later than they do, on every page that is opened from now on. */
export async function slowMarkerGpu(page: Page, slowMs: number): Promise<void> {
  await page.addInitScript((lateMs) => {
    const gpu = { frames: 0, mostInFlight: 0, early: 0 }
    window.slowGpu = gpu
    const inFlight = new Map<WebGLSync, number>()
    const { prototype } = WebGL2RenderingContext
    const { fenceSync, clientWaitSync, deleteSync, clear } = prototype
    const isMarkers = ({ canvas }: WebGL2RenderingContext) =>
      canvas instanceof HTMLCanvasElement && canvas.className === 'deck-canvas'
    prototype.clear = function (mask) {
      if (isMarkers(this) && inFlight.size > 0) gpu.early += 1
      clear.call(this, mask)
    }
    prototype.fenceSync = function (condition, flags) {
      const sync = fenceSync.call(this, condition, flags)
      if (sync && isMarkers(this)) {
        inFlight.set(sync, performance.now())
        gpu.frames += 1
        gpu.mostInFlight = Math.max(gpu.mostInFlight, inFlight.size)
      }
      return sync
    }
    prototype.clientWaitSync = function (sync, flags, timeout) {
      const sinceMs = performance.now() - (inFlight.get(sync) ?? Number.NEGATIVE_INFINITY)
      return sinceMs < lateMs ? this.TIMEOUT_EXPIRED : clientWaitSync.call(this, sync, flags, timeout)
    }
    prototype.deleteSync = function (sync) {
      if (sync) inFlight.delete(sync)
      deleteSync.call(this, sync)
    }
  }, slowMs)
}
