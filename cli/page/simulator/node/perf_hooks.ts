export const { performance } = globalThis
/** A browser does not measure its loop. */
export const monitorEventLoopDelay = () => ({
  enable: () => true,
  disable: () => true,
  reset: () => {},
  percentile: () => 0,
  min: 0,
  max: 0,
  mean: 0,
  stddev: 0,
})
export class PerformanceObserver {
  observe(): void {}
  disconnect(): void {}
}
export default { performance, monitorEventLoopDelay, PerformanceObserver }
