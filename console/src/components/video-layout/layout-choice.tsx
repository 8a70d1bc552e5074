import { iconCells, LAYOUTS, type Layout } from './layout-areas.ts'
import './layout-choice.css'

type LayoutChoiceProps = {
  label: string
  value: Layout
  /** Name of a layout, as "4 windows". */
  nameOf: (layout: Layout) => string
  onChange: (layout: Layout) => void
}

/** The layouts as pictures of themselves, of which one is chosen. */
export function LayoutChoice({ label, value, nameOf, onChange }: LayoutChoiceProps) {
  return (
    <div className="layout-choice" role="radiogroup" aria-label={label}>
      {LAYOUTS.map((layout) => (
        // biome-ignore lint/a11y/useSemanticElements: a picture in a button, not a dot
        <button
          key={layout}
          type="button"
          role="radio"
          aria-checked={layout === value}
          aria-label={nameOf(layout)}
          title={nameOf(layout)}
          onClick={() => onChange(layout)}
        >
          <LayoutIcon layout={layout} />
          <span aria-hidden>{layout}</span>
        </button>
      ))}
    </div>
  )
}

/** A layout as cells of a small picture. */
export function LayoutIcon({ layout }: { layout: Layout }) {
  const cells = iconCells(layout)
  return (
    <svg viewBox="0 0 16 16" width="15" height="15" fill="currentColor" aria-hidden>
      {cells.map(([x, y, width, height]) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={width} height={height} rx="0.8" />
      ))}
    </svg>
  )
}
