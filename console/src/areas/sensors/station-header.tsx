import { EnvironmentOutlined } from '@ant-design/icons'
import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { Link } from 'react-router-dom'
import { coordinateText } from '../../features/map/coordinate-text.ts'
import { useAddressText } from '../../features/map/use-address-text.ts'
import { useText } from '../../language/language.ts'
import { useCan } from '../../session/session-store.ts'

/** Name and position of the station. */
export function StationHeader({ node }: { node: TreeNode }) {
  const t = useText('sensors')
  const mayDispatch = useCan('/dispatch')
  const address = useAddressText(node)
  const { sn = '', longitude, latitude } = node
  const located = Boolean(longitude && latitude)
  return (
    <header className="station-header">
      <div className="station-header-name">
        <h2>{node.name}</h2>
        <OnlineMark online={isDeviceOnline(node)} />
        {located && mayDispatch && (
          <Link to={`/dispatch?sn=${encodeURIComponent(sn)}`}>
            <EnvironmentOutlined aria-hidden /> {t('showOnMap')}
          </Link>
        )}
      </div>
      <dl>
        <div>
          <dt>{t('serial')}</dt>
          <dd>{sn}</dd>
        </div>
        {node.parentName && (
          <div>
            <dt>{t('group')}</dt>
            <dd>{node.parentName}</dd>
          </div>
        )}
        {address !== undefined && (
          <div>
            <dt>{t('address')}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{t('coordinates')}</dt>
          <dd>{located ? coordinateText(longitude ?? 0, latitude ?? 0) : t('noPosition')}</dd>
        </div>
      </dl>
    </header>
  )
}

/** Full disc online, crossed ring offline. */
function OnlineMark({ online }: { online: boolean }) {
  const t = useText('sensors')
  return (
    <span className="station-online" data-online={online}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {online ? (
          <circle cx="6" cy="6" r="4.2" fill="currentColor" />
        ) : (
          <path
            d="M6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM3 9l6-6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
          />
        )}
      </svg>
      {online ? t('online') : t('offline')}
    </span>
  )
}
