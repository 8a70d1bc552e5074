import type { FrameFence } from './frame-pacer.ts'

/**
 * A fence behind everything that a context was told to draw. A browser only updates it between tasks: it never has
 * passed in the task that makes it. One of a lost context has passed.
 */
export function glFence(gl: WebGL2RenderingContext): FrameFence {
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  return {
    isPassed: () =>
      !sync ||
      gl.isContextLost() ||
      gl.clientWaitSync(sync, gl.SYNC_FLUSH_COMMANDS_BIT, 0) !== gl.TIMEOUT_EXPIRED,
    drop: () => gl.deleteSync(sync),
  }
}
