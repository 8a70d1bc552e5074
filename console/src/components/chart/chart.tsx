import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '../use-reduced-motion.ts'
import { ChartWalk } from './chart-walk.tsx'
import { withoutMotion } from './without-motion.ts'
import './chart.css'

/** Colours of the page's theme, by their names in `components/theme/theme.ts`, and its font. */
export type ChartColours = Readonly<Record<(typeof NAMES)[number] | 'font', string>>

type ChartProps = {
  /** Text alternative of the picture. */
  label: string
  /** Pixels. */
  height: number
  /** The drawing; the same function while it draws the same. */
  option: (colours: ChartColours) => EChartsCoreOption
  /** A click into the column of a category, by its number. */
  onCategory?: ((index: number) => void) | undefined
  /**
   * The columns as text, one by one: for use without the mouse, and for screen readers. Omitted where a table beside it
   * has them.
   */
  columns?: readonly string[]
}

/** A chart in the page's colours, redrawn when they change; still where the system asks for less motion. */
export function Chart({ label, height, option, onCategory, columns }: ChartProps) {
  // As state: a screen that waits for another part of it takes the box away, and gives it back, after the effect.
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [chart, setChart] = useState<EChartsType>()
  const colours = useThemeColours()
  const still = useReducedMotion()
  const picked = useRef(onCategory)
  picked.current = onCategory

  useEffect(() => {
    if (!box) return
    let left = false
    let made: EChartsType | undefined
    const resized = new ResizeObserver(() => made?.resize())
    import('./echarts-parts.ts')
      .then(({ init }) => {
        if (left) return
        made = init(box)
        made.getZr().on('click', ({ offsetX, offsetY }) => {
          if (!made?.containPixel({ gridIndex: 0 }, [offsetX, offsetY])) return
          const [index] = made.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY]) as number[]
          if (index !== undefined) picked.current?.(index)
        })
        resized.observe(box)
        setChart(made)
      })
      .catch((error: unknown) => console.error('chart', error))
    return () => {
      left = true
      resized.disconnect()
      made?.dispose()
      setChart(undefined)
    }
  }, [box])

  useEffect(() => {
    const drawing = option(colours)
    chart?.setOption(still ? withoutMotion(drawing) : drawing, { notMerge: true })
  }, [chart, option, colours, still])

  return (
    <div className="chart-box">
      <div
        ref={setBox}
        className="chart"
        role="img"
        aria-label={label}
        data-pickable={onCategory !== undefined || undefined}
        style={{ height }}
      />
      {columns && <ChartWalk label={label} columns={columns} chart={chart} onOpen={onCategory} />}
    </div>
  )
}

const NAMES = [
  'text',
  'text-2',
  'text-3',
  'line',
  'line-soft',
  'raised',
  'accent-text',
  'warn',
  'danger',
  'info',
  'ok',
  'offline',
] as const

function coloursNow(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const colours = NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  return { ...Object.fromEntries(colours), font: getComputedStyle(document.body).fontFamily } as ChartColours
}

function useThemeColours(): ChartColours {
  const [colours, setColours] = useState(coloursNow)
  useEffect(() => {
    const observer = new MutationObserver(() =>
      setColours((before) => {
        const after = coloursNow()
        return NAMES.every((name) => before[name] === after[name]) ? before : after
      }),
    )
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'data-theme'] })
    return () => observer.disconnect()
  }, [])
  return colours
}
