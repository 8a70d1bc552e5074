import { CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import '../../components/bare-button.css'
import '../../features/map/map-card.css'
import './side-panel.css'

type SidePanelProps = { title: string; extra?: ReactNode; onClose(): void; children: ReactNode }

/** A panel over the map's right side. */
export function SidePanel({ title, extra, onClose, children }: SidePanelProps) {
  const t = useText('mapTools')
  return (
    <section className="map-side map-card" aria-label={title}>
      <header className="map-card-head">
        <h3>{title}</h3>
        {extra}
        <button type="button" className="bare-button" aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="map-side-body">{children}</div>
    </section>
  )
}
