import { ReloadOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Select } from 'antd'
import { useId } from 'react'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { setSetting, useSettings } from '../../platform/settings-store.ts'

type RefreshBarProps = { fetchedAtMs: number | undefined; fetching: boolean; onRefresh(): void }

/** When the readings were fetched, how often they are, and a button for now. */
export function RefreshBar({ fetchedAtMs, fetching, onRefresh }: RefreshBarProps) {
  const t = useText('sensors')
  const id = useId()
  const seconds = useSettings((settings) => settings.sensorRefreshSeconds)
  return (
    <div className="refresh-bar">
      <h3>{t('readings')}</h3>
      {fetchedAtMs !== undefined && (
        <span className="refresh-bar-time">{t('fetchedAt', { time: formatTime(fetchedAtMs) })}</span>
      )}
      <div className="refresh-bar-controls">
        <label htmlFor={id}>{t('every')}</label>
        <Select
          id={id}
          value={seconds}
          onChange={(chosen: number) => setSetting('sensorRefreshSeconds', chosen)}
          options={LIMITS.autoRefreshSeconds.map((count) => ({
            value: count,
            label: t('seconds', { count }),
          }))}
        />
        <Button icon={<ReloadOutlined spin={fetching} />} onClick={onRefresh}>
          {t('refresh')}
        </Button>
      </div>
    </div>
  )
}
