import type { ChartColours } from './chart.tsx'

/** Common options of a page's charts; `axis` goes into each axis. */
export function chartBase(colours: ChartColours) {
  return {
    textStyle: { fontFamily: colours.font },
    animationDuration: 250,
    animationDurationUpdate: 150,
    axis: {
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours['text-3'], fontSize: 11 },
      splitLine: { lineStyle: { color: colours['line-soft'] } },
    },
  }
}

export function tooltipBase(colours: ChartColours) {
  return {
    backgroundColor: colours.raised,
    borderColor: colours.line,
    textStyle: { color: colours.text, fontSize: 12 },
  }
}
