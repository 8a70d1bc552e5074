import type { ReactNode } from 'react'

type Bar = { key: string; label: ReactNode; value: number; onOpen?: (() => void) | undefined }

/** Values as bars, the longest first as they are given; each opens the alarms it counts. */
export function BarList({ title, bars, locale }: { title: string; bars: readonly Bar[]; locale: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <section className="stat-card" aria-label={title}>
      <h2>{title}</h2>
      <ol className="bar-list">
        {bars.map(({ key, label, value, onOpen }) => {
          const inner = (
            <>
              <span className="bar-list-label">{label}</span>
              <span className="bar-list-value">{value.toLocaleString(locale)}</span>
              <span className="bar-list-bar" style={{ width: `${(value / most) * 100}%` }} />
            </>
          )
          return (
            <li key={key}>
              {onOpen ? (
                <button type="button" onClick={onOpen}>
                  {inner}
                </button>
              ) : (
                <div>{inner}</div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
