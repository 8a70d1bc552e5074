import { CopyOutlined } from '@ant-design/icons'
import { getExtenInfo } from '@backlot/contract/devices/calls'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { installInfo } from '@backlot/contract/installation/calls'
import { LIMITS } from '@backlot/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { coordinateText } from '../map/coordinate-text.ts'
import { useAddressText } from '../map/use-address-text.ts'
import { useCopyText } from '../map/use-copy-text.ts'

export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** The address at a position; hidden where the device has none. */
export function AddressRow({ node }: { node: TreeNode }) {
  const t = useText('map')
  const text = useAddressText(node)
  return text === undefined ? null : <Row name={t('address')}>{text}</Row>
}

/** Coordinates with four decimals and a button that copies them and reports the result (stated). */
export function CoordinatesRow({ node }: { node: TreeNode }) {
  const t = useText('map')
  const copy = useCopyText()
  const { longitude, latitude } = node
  if (!longitude || !latitude) return <Row name={t('coordinates')}>{t('gpsInvalid')}</Row>
  const text = coordinateText(longitude, latitude)
  return (
    <Row name={t('coordinates')}>
      <span className="device-popup-coordinates">{text}</span>
      <Button
        type="text"
        size="small"
        icon={<CopyOutlined />}
        aria-label={t('copy')}
        onClick={() => copy(text)}
      />
    </Row>
  )
}

/** Install time for stations with sensors, else the time of the last position (stated). */
export function TimeRow({ node, sensors }: { node: TreeNode; sensors: boolean }) {
  const t = useText('map')
  const sn = node.sn ?? ''
  const installed = useQuery({
    queryKey: ['map', 'installed', sn],
    queryFn: ({ signal }) => request(installInfo, { query: { sn }, signal }),
    enabled: sensors,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const seconds = sensors ? installed.data?.installTime : node.locationTime
  if (!seconds) return null
  return <Row name={sensors ? t('installTime') : t('time')}>{formatTime(seconds)}</Row>
}

/** Signal strength of a V3 device: first after a second, then every minute (stated). */
export function SignalRow({ node }: { node: TreeNode }) {
  const t = useText('map')
  const sn = node.sn ?? ''
  const signal = useQuery({
    queryKey: ['map', 'signal', sn],
    queryFn: async ({ signal: abort }) => {
      await new Promise((resolve) => setTimeout(resolve, LIMITS.signalFirstRefreshMs))
      return request(getExtenInfo, { query: { sn }, signal: abort })
    },
    enabled: node.protocolType === PROTOCOL_TYPES.v3,
    refetchInterval: LIMITS.signalRefreshMs,
  })
  if (node.protocolType !== PROTOCOL_TYPES.v3) return null
  const rssi = signal.data?.rssi
  return (
    <Row name={t('signal')}>
      {rssi === undefined ? (
        t('signalNone')
      ) : (
        <>
          <SignalBars rssi={rssi} /> {rssi} dBm
        </>
      )}
    </Row>
  )
}

/** Bars of a cellular signal: one above −110 dBm, four above −75. */
const BAR_FROM_DBM = [-110, -97, -86, -75]

function SignalBars({ rssi }: { rssi: number }) {
  return (
    <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true" className="device-popup-bars">
      {BAR_FROM_DBM.map((from, i) => (
        <rect
          key={from}
          x={i * 4}
          y={9 - i * 3}
          width="3"
          height={3 + i * 3}
          rx="0.5"
          opacity={rssi >= from ? 1 : 0.25}
        />
      ))}
    </svg>
  )
}
