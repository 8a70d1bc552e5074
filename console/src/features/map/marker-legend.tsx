import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { memo, type ReactNode, useState } from 'react'
import { useIsPhone } from '../../components/use-media-query.ts'
import { useText } from '../../language/language.ts'
import { GlyphIcon } from './glyph-icon.tsx'
import { type MarkerCounts, type MarkerFilter, SHOW_ALL } from './marker-frame.ts'
import { MARKER_KINDS } from './marker-glyphs.ts'
import type { MapTheme } from './marker-look.ts'
import { type MarkerState, STATE_INDEX } from './marker-state.ts'
import './marker-legend.css'
import { StateMark } from './state-mark.tsx'

/** States as people look for them: trouble first. */
const ORDER: readonly MarkerState[] = ['alarm', 'processed', 'online', 'gpsLost', 'offline']

type MarkerLegendProps = {
  counts: MarkerCounts | undefined
  filter: MarkerFilter
  theme: MapTheme
  onFilter(filter: MarkerFilter): void
}

/** Meaning of the markers, how many there are, and switches that hide states and kinds. */
export const MarkerLegend = memo(function MarkerLegend({
  counts,
  filter,
  theme,
  onFilter,
}: MarkerLegendProps) {
  const t = useText('map')
  const isPhone = useIsPhone()
  const [open, setOpen] = useState(!isPhone)
  const kinds = MARKER_KINDS.map((kind, glyph) => ({ kind, glyph })).filter(
    ({ glyph }) => (counts?.byGlyph[glyph] ?? 0) > 0,
  )
  const filtered = filter.states !== SHOW_ALL.states || filter.glyphs !== SHOW_ALL.glyphs
  return (
    <section className="marker-legend" aria-label={t('legend')}>
      <header>
        <span>{t('legendLocated', { count: counts?.located ?? 0 })}</span>
        {filtered && (
          <button type="button" className="marker-legend-all" onClick={() => onFilter(SHOW_ALL)}>
            {t('legendAll')}
          </button>
        )}
        <button
          type="button"
          className="marker-legend-fold"
          aria-expanded={open}
          aria-label={open ? t('legendFold') : t('legendUnfold')}
          onClick={() => setOpen(!open)}
        >
          {open ? <DownOutlined /> : <UpOutlined />}
        </button>
      </header>
      {open && (
        <div className="marker-legend-rows">
          {ORDER.map((state) => (
            <Row
              key={state}
              name={t(`state.${state}`)}
              mark={<StateMark state={state} theme={theme} />}
              count={counts?.byState[STATE_INDEX[state]] ?? 0}
              shown={((filter.states >> STATE_INDEX[state]) & 1) === 1}
              onToggle={() => onFilter({ ...filter, states: filter.states ^ (1 << STATE_INDEX[state]) })}
            />
          ))}
          <hr />
          {kinds.map(({ kind, glyph }) => (
            <Row
              key={kind}
              name={t(`kind.${kind}`)}
              mark={<GlyphIcon kind={kind} size={15} />}
              count={counts?.byGlyph[glyph] ?? 0}
              shown={((filter.glyphs >> glyph) & 1) === 1}
              onToggle={() => onFilter({ ...filter, glyphs: filter.glyphs ^ (1 << glyph) })}
            />
          ))}
        </div>
      )}
    </section>
  )
})

type RowProps = { name: string; mark: ReactNode; count: number; shown: boolean; onToggle(): void }

function Row({ name, mark, count, shown, onToggle }: RowProps) {
  const t = useText('map')
  return (
    <button
      type="button"
      className="marker-legend-row"
      aria-pressed={shown}
      title={shown ? t('legendHide', { name }) : t('legendShow', { name })}
      onClick={onToggle}
    >
      <span className="marker-legend-mark">{mark}</span>
      <span className="marker-legend-name">{name}</span>
      <span className="marker-legend-count">{count}</span>
    </button>
  )
}
