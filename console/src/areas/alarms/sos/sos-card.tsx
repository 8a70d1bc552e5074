import { MinusOutlined } from '@ant-design/icons'
import { ACCESS } from '@backlot/contract/access'
import { sendMessage } from '@backlot/contract/device-messages/calls'
import { Button } from 'antd'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useIsPhone } from '../../../components/use-media-query.ts'
import { silenceAlarms } from '../../../features/alarms/alarm-sound.ts'
import { alarmNames } from '../../../features/alarms/place-name.ts'
import { useDevice } from '../../../features/device-tree/device-store.ts'
import { useAddressText } from '../../../features/map/use-address-text.ts'
import { useDrag } from '../../../features/ptz/use-drag.ts'
import { useNearest } from '../../../features/situation/use-nearest.ts'
import { useText } from '../../../language/language.ts'
import { alarmPosition } from '../alarm-place.ts'
import { useMay } from '../use-may.ts'
import { sinceText } from './since-text.ts'
import { canTalk, dispatchUnit } from './sos-actions.ts'
import { type SosCase, statusOf } from './sos-cases.ts'
import { type SosRights, sosChoices } from './sos-choices.ts'
import { SosFoot } from './sos-foot.tsx'
import { SosPlace } from './sos-place.tsx'
import { SosQueue } from './sos-queue.tsx'
import { SosStatusText } from './sos-status-text.tsx'
import { foldSos, useSos } from './sos-store.ts'
import { SosUnits } from './sos-units.tsx'
import { SosVideo } from './sos-video.tsx'
import { useSosKeys } from './use-sos-keys.ts'
import './sos-card.css'

/**
 * SOS, over every screen and dialog, without a mask: the caller, the picture, the place, the nearest units, and the
 * other waiting ones. At least 750 x 500 where there is room (stated for the SOS popup); on a phone it fills the page
 * below the header, with its actions in reach of the thumb.
 */
export function SosCard() {
  const { cases, selected } = useSos()
  const one = cases.find(({ key }) => key === selected) ?? cases[0]
  return one ? createPortal(<Card one={one} />, document.body) : null
}

function Card({ one }: { one: SosCase }) {
  const t = useText('sos')
  const { viewer, dispatched } = useSos()
  const isPhone = useIsPhone()
  const drag = useDrag('sosCardPlace')
  const device = useDevice(one.sn)
  const rights: SosRights = {
    handle: useMay(ACCESS.handleAlarms),
    talk: useMay(ACCESS.useTalk),
    dispatch: useMay(sendMessage.access),
  }
  const name = one.alarm ? alarmNames(one.alarm, device).device : (device?.name ?? one.sn)
  const status = statusOf(one, viewer)
  const position = useMemo(() => (one.alarm ? alarmPosition(one.alarm, 'start') : undefined), [one.alarm])
  const address = useAddressText(position ?? {})
  const mayMap = useMay(ACCESS.useMap)
  const units = useNearest(position, 'unit', mayMap)
  const sent = dispatched[one.key] ?? []
  const dispatch = (unit: { sn: string; name: string }) => dispatchUnit(one, unit, orderText(), rights)
  const orderText = () =>
    address === undefined ? t('orderUnknown', { name }) : t('order', { name, place: address })
  const nearest = units.data?.find(({ sn }) => sn !== one.sn && !sent.includes(sn))
  const dispatchNearest = rights.dispatch && nearest ? () => void dispatch(nearest) : undefined
  const choices = sosChoices(one, status, rights, canTalk(one.sn))
  useSosKeys(one, rights, choices, dispatchNearest)
  return (
    <aside
      ref={drag.box}
      className="sos-card"
      style={isPhone ? {} : drag.style}
      data-sheet={isPhone || undefined}
      aria-label={t('title')}
      data-status={status.kind}
      tabIndex={-1}
      onPointerDownCapture={silenceAlarms}
      onFocusCapture={silenceAlarms}
    >
      <header onPointerDown={isPhone ? undefined : drag.onPointerDown}>
        <span className="sos-badge">{t('title')}</span>
        <h2 title={name}>{name}</h2>
        <SosStatusText status={status} live />
        <time className="sos-since">{sinceText(one.since)}</time>
        <Button
          size="small"
          type="text"
          icon={<MinusOutlined />}
          aria-label={t('fold')}
          title={t('fold')}
          onClick={() => foldSos(true)}
        />
      </header>
      <p className="visually-hidden" role="alert">
        {t('news', { name })}
      </p>
      <SosQueue />
      <div className="sos-body">
        <SosVideo key={one.key} one={one} />
        <div className="sos-side">
          <SosPlace one={one} position={position} address={address} />
          <SosUnits
            query={units}
            position={position}
            hidden={!mayMap}
            self={one.sn}
            sent={sent}
            onDispatch={rights.dispatch ? dispatch : undefined}
          />
        </div>
      </div>
      <SosFoot
        one={one}
        rights={rights}
        choices={choices}
        onDispatch={status.kind === 'handled' ? undefined : dispatchNearest}
      />
    </aside>
  )
}
