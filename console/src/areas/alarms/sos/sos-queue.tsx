import { useEffect, useRef } from 'react'
import { alarmNames } from '../../../features/alarms/place-name.ts'
import { useDevice } from '../../../features/device-tree/device-store.ts'
import { useText } from '../../../language/language.ts'
import { sinceText } from './since-text.ts'
import { type SosCase, statusOf } from './sos-cases.ts'
import { SosStatusText } from './sos-status-text.tsx'
import { selectCase, useSos } from './sos-store.ts'

/** All SOS calls, the most urgent first; handled ones leave by themselves. Only where there is more than one. */
export function SosQueue() {
  const t = useText('sos')
  const { cases, more } = useSos()
  if (cases.length < 2 && more === 0) return null
  return (
    <ul className="sos-queue" aria-label={t('list')}>
      {cases.map((one) => (
        <Line key={one.key} one={one} />
      ))}
      {more > 0 && <li className="sos-more">{t('more', { count: more })}</li>}
    </ul>
  )
}

function Line({ one }: { one: SosCase }) {
  const { viewer, selected } = useSos()
  const device = useDevice(one.sn)
  const status = statusOf(one, viewer)
  const name = one.alarm ? alarmNames(one.alarm, device).device : (device?.name ?? one.sn)
  const isSelected = one.key === selected
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li ref={line}>
      <button type="button" aria-current={isSelected} onClick={() => selectCase(one.key)}>
        <time className="sos-since">{sinceText(one.since)}</time>
        <b title={name}>{name}</b>
        <SosStatusText status={status} />
      </button>
    </li>
  )
}
