import { CloseOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import './side-panel.css'

type SidePanelProps = { title: string; extra?: ReactNode; onClose(): void; children: ReactNode }

/** A panel over the map's right side. */
export function SidePanel({ title, extra, onClose, children }: SidePanelProps) {
  const t = useText('mapTools')
  return (
    <section className="map-side" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {extra}
        <button type="button" className="map-side-close" aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="map-side-body">{children}</div>
    </section>
  )
}
