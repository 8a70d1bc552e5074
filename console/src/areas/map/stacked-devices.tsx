import { CloseOutlined } from '@ant-design/icons'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import type { MarkerState } from '../../features/map/marker-state.ts'
import { useText } from '../../language/language.ts'
import '../../components/bare-button.css'
import '../../features/map/map-card.css'
import { StateMark } from '../../features/map/state-mark.tsx'
import './stacked-devices.css'

type StackedDevicesProps = {
  devices: readonly { sn: string; state: MarkerState }[]
  theme: MapTheme
  onChoose(sn: string): void
  onClose(): void
}

/** Devices at one point, to choose from. */
export function StackedDevices({ devices, theme, onChoose, onClose }: StackedDevicesProps) {
  const t = useText('map')
  const title = t('stacked', { count: devices.length })
  return (
    <section className="stacked-devices map-card" aria-label={title}>
      <header className="map-card-head">
        <h3>{title}</h3>
        <button type="button" className="bare-button" aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <ul>
        {devices.map(({ sn, state }) => (
          <li key={sn}>
            <button type="button" onClick={() => onChoose(sn)}>
              <StateMark state={state} theme={theme} />
              <span>{deviceBySn(sn)?.name ?? sn}</span>
              <small>{t(`state.${state}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
