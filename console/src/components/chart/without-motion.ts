import type { EChartsCoreOption } from 'echarts/core'

/** A drawing in which nothing moves by itself: neither its columns and lines nor the line under the mouse. */
export function withoutMotion(option: EChartsCoreOption): EChartsCoreOption {
  const { tooltip } = option as { tooltip?: { axisPointer?: object } }
  return {
    ...option,
    animation: false,
    // It asks the tooltip alone whether it may glide.
    tooltip: { ...tooltip, axisPointer: { ...tooltip?.axisPointer, animation: false } },
  }
}
